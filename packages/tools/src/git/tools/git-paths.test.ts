import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { createGitCheckout } from '../../../test/support/create-git-checkout.ts';
import { gitAdd } from './git-add.ts';
import { gitBlame } from './git-blame.ts';
import { gitCheckout } from './git-checkout.ts';
import { gitCommand } from './git-command.ts';
import { gitCommit } from './git-commit.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitShow } from './git-show.ts';

it.each([':(top)x', ':!x', ':', ':0:x'])(
  'the git tools take the path %s for the name of a file, and touch no other',
  async (path) => {
    const others = { x: 'x\n', 'x.txt': 'x\n', 'd/x': 'x\n' };
    const checkout = await createGitCheckout({ ...others, [path]: 'one\n' });
    const { context, folder } = checkout;
    const paths = [path];
    const add = (given: z.input<typeof gitAdd.input>) => gitAdd.execute(gitAdd.input.parse(given), context);
    const diff = async (given: z.input<typeof gitDiff.input>) =>
      (await gitDiff.execute(gitDiff.input.parse(given), context)).files.map((file) => file.path);
    await checkout.put(Object.fromEntries([...Object.keys(others), path].map((each) => [each, 'two\n'])));
    expect(await diff({ paths })).toEqual([path]);
    expect(await add({ paths })).toMatchObject({ staged: [path] });
    expect(await diff({ staged: true })).toEqual([path]);
    await add({ paths, unstage: true });
    expect(await diff({ staged: true })).toEqual([]);
    await gitCheckout.execute(gitCheckout.input.parse({ paths }), context);
    expect(await readFile(join(folder, path), 'utf8')).toBe('one\n');
    expect(await readFile(join(folder, 'x'), 'utf8')).toBe('two\n');
    await checkout.put({ [path]: 'three\n' });
    await add({ paths });
    const { files } = await gitCommit.execute({ message: 'Change', addAll: false }, context);
    expect(files).toEqual([path]);
    const log = async (given: z.input<typeof gitLog.input>) =>
      (await gitLog.execute(gitLog.input.parse(given), context)).commits.map(({ subject }) => subject);
    expect(await log({ paths })).toEqual(['Change', 'Begin']);
    expect(await log({ paths: ['x'] })).toEqual(['Begin']);
    const shown = await gitShow.execute(gitShow.input.parse({ ref: 'HEAD~1', filePath: path }), context);
    expect(shown.content).toBe('one\n');
    const { diff: change } = await gitShow.execute(gitShow.input.parse({ paths }), context);
    expect(change?.files.map((file) => file.path)).toEqual([path]);
    const blamed = await gitBlame.execute(gitBlame.input.parse({ filePath: path }), context);
    expect(blamed.ranges).toMatchObject([{ summary: 'Change', lines: ['three'] }]);
    await gitCheckout.execute(gitCheckout.input.parse({ paths, startPoint: 'HEAD~1' }), context);
    expect(await readFile(join(folder, path), 'utf8')).toBe('one\n');
    await rm(join(folder, path));
    expect(await add({ paths })).toMatchObject({ staged: [path] });
    expect(await diff({ staged: true })).toEqual([path]);
  },
);

it.each([
  ['.', ':!x'],
  ['x', ':!x'],
])('gitAdd and gitCheckout refuse the paths %s and %s, of which the second is no file', async (...paths) => {
  const checkout = await createGitCheckout({ x: 'one\n' });
  const { context } = checkout;
  await checkout.put({ x: 'two\n' });
  const absent = { code: 'NOT_FOUND' };
  await expect(gitAdd.execute(gitAdd.input.parse({ paths }), context)).rejects.toMatchObject(absent);
  await expect(gitCheckout.execute(gitCheckout.input.parse({ paths }), context)).rejects.toMatchObject(absent);
  expect(await checkout.git('status', '--porcelain')).toBe(' M x\n');
});

it.each(['..', '../', './..', '...'])(
  'the git tools do not take the path %s for the root of the checkout',
  async (path) => {
    const checkout = await createGitCheckout({ x: 'one\n' });
    const { context } = checkout;
    await checkout.put({ x: 'two\n' });
    const given = { paths: [path] };
    const refused = { code: path === '...' ? 'NOT_FOUND' : 'VALIDATION_ERROR' };
    await expect(gitCheckout.execute(gitCheckout.input.parse(given), context)).rejects.toMatchObject(refused);
    await expect(gitAdd.execute(gitAdd.input.parse(given), context)).rejects.toMatchObject(refused);
    expect(await checkout.git('status', '--porcelain')).toBe(' M x\n');
    for (const root of ['.', './', '././.']) {
      const { files } = await gitDiff.execute(gitDiff.input.parse({ paths: [root] }), context);
      expect(files.map((file) => file.path)).toEqual(['x']);
    }
  },
);

it.each([
  ['add', ['.', ':!x']],
  ['add', ['--', '.', ':!x']],
  ['diff', ['--', ':(exclude)x']],
  ['restore', [':/']],
])('gitCommand refuses the pattern of git %s %j, and changes nothing', async (command, args) => {
  const checkout = await createGitCheckout({ x: 'one\n' });
  await checkout.put({ x: 'two\n' });
  const call = gitCommand.execute({ command, args: [...args] }, checkout.context);
  await expect(call).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/^args have the pattern ":.*", which is not accepted\. /u),
  });
  expect(await checkout.git('status', '--porcelain')).toBe(' M x\n');
});

it('gitBlame finds no lines in an empty file', async () => {
  const { context } = await createGitCheckout({ '__init__.py': '', 'a.py': 'a\n' });
  const blame = (given: z.input<typeof gitBlame.input>) => gitBlame.execute(gitBlame.input.parse(given), context);
  const none = { filePath: '__init__.py', ranges: [], truncated: false };
  expect(await blame({ filePath: '__init__.py' })).toEqual(none);
  expect(await blame({ filePath: '__init__.py', ref: 'HEAD' })).toEqual(none);
  await expect(blame({ filePath: '__init__.py', startLine: 2 })).rejects.toThrow('fewer lines');
});
