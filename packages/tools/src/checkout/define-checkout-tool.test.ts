import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, bindTools } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { testGit } from '../../test/support/create-git-checkout.ts';
import { CODE_TOOLS } from '../code/index.ts';
import { FILE_TOOLS } from '../files/file-tools.ts';
import { defineCheckoutTool } from './define-checkout-tool.ts';

it.each([
  ['readFile', { filePath: '../a.ts' }, 'filePath "../a.ts" leads out of the workspace.'],
  ['readFile', { filePath: 'a.ts/b' }, 'filePath "a.ts" is reached over a link, or a part of it is not a folder.'],
  ['readFile', { filePath: './folder' }, 'filePath "folder" is not a regular file.'],
  ['readFile', { filePath: 'link' }, 'filePath "link" is reached over a link.'],
  ['writeFile', { filePath: '/a', content: '' }, 'filePath "/a" is absolute.'],
  ['editFile', { filePath: '.git/a', oldStr: 'a', newStr: 'b' }, 'filePath ".git/a" has a segment'],
  ['removeFile', { filePath: '../a' }, 'filePath "../a" leads out'],
  ['readFile', { filePath: `${'x'.repeat(300)}/.git` }, 'filePath "xxx'],
  ['readFile', { filePath: '"/.git' }, 'filePath "\\"/.git" has'],
  ['moveFile', { from: '../a', to: 'b' }, 'from "../a" leads out'],
  ['moveFile', { from: 'a.ts', to: 'link/b' }, 'to "link" is reached over a link.'],
  ['moveFile', { from: 'a.ts', to: 'con' }, 'to "con" '],
  ['moveFile', { from: 'a.ts', to: 'folder/.git/a' }, 'to "folder/.git/a" has a segment'],
  ['listDirectory', { dirPath: 'link' }, 'dirPath "link" '],
  ['analyzeCodeStructure', { filePath: 'folder' }, 'filePath "folder" is not a regular file.'],
  ['replaceSymbol', { filePath: '../a.ts', symbol: 'a', newText: 'b' }, 'filePath "../a.ts" leads out'],
] as const)('%s %j names the field: %s', async (name, input, message) => {
  await using checkout = await createCheckout({ 'a.ts': 'export const a = 1;\n' });
  await mkdir(join(checkout.folder, 'folder'));
  await symlink('a.ts', join(checkout.folder, 'link'));
  const ports = { ...checkout.context.ports, workTrees: testGit };
  const tool = [...bindTools(FILE_TOOLS, ports), ...bindTools(CODE_TOOLS, ports)].find((each) => each.name === name);
  await expect(tool?.execute(tool.parse(input), checkout.context)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining(message),
    details: { issues: [{ path: message.split(' ')[0] }] },
  });
});

it('a preview names the field too', async () => {
  await using checkout = await createCheckout({});
  const [tool] = bindTools(
    FILE_TOOLS.filter(({ name }) => name === 'editFile'),
    { ...checkout.context.ports, workTrees: testGit },
  );
  const input = { filePath: '../a', oldStr: 'a', newStr: 'b' };
  await expect(tool?.preview?.(tool.parse(input), checkout.context)).rejects.toThrow('filePath "../a" leads out');
});

it('an error about a file that no field names stays as it is', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'export const a = 1;\n' });
  const elsewhere = new AppError({
    code: 'VALIDATION_ERROR',
    message: 'path "b.ts" is not a regular file.',
    details: { issues: [{ path: 'path', message: 'is not a regular file' }], path: 'b.ts' },
  });
  const [readFile] = FILE_TOOLS;
  const tool = defineCheckoutTool({ ...readFile, execute: () => Promise.reject(elsewhere) });
  const [bound] = bindTools([tool], checkout.context.ports);
  await expect(bound?.execute(bound.parse({ filePath: 'a.ts' }), checkout.context)).rejects.toBe(elsewhere);
});
