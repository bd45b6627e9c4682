import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyToolDefinition, AppError } from '@shipmate/core';
import { beforeAll, expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../../test/support/create-git-checkout.ts';
import { analyzeCodeStructure } from '../../code/analyze-code-structure.ts';
import { analyzeDependencies } from '../../code/analyze-dependencies.ts';
import { gitBlame } from './git-blame.ts';
import { gitCommit } from './git-commit.ts';
import { GIT_TOOLS } from './git-tools.ts';

// Put together here, so that no scanner takes this file for one with secrets.
const body = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7';
const token = `ghp_${body}`;
const keyLines = Array.from({ length: 12 }, (_, index) => `MII${String(index).padStart(2, '0')}${'kEyD'.repeat(14)}`);
const key = ['-----BEGIN PRIVATE KEY-----', ...keyLines, '-----END PRIVATE KEY-----', ''].join('\n');
/** A line that is cut within the token, wherever a tool cuts it. */
const long = Array.from({ length: 100 }, () => `${token} pad`).join(' ');

let checkout: GitCheckout;
beforeAll(async () => {
  checkout = await createGitCheckout({ 'a.txt': 'one\n', 'key.pem': key, 'old.pem': key });
  await checkout.git('config', 'user.name', `Ada ${token}`);
  const code = `/** Uses ${token} for calls. */\nexport function call() {}\n`;
  const manifest = { dependencies: { lib: `git+https://u:${body}@host.test/lib.git` } };
  await checkout.put({
    'a.txt': `one\n${token}\n${long}\n`,
    'a.ts': code,
    'package.json': JSON.stringify(manifest),
    'key.pem': `${key}# The end\n`,
    [`${token}.txt`]: 'named\n',
  });
  await checkout.git('rm', '--quiet', 'old.pem');
  await checkout.git('add', '--all');
  await checkout.git('commit', '--quiet', '--message', `Add ${token}\n\n${'x'.repeat(1_980)} ${token}`);
  await checkout.put({ 'a.txt': `two\n${token}\n${long}\n`, [`${token}.txt`]: 'changed\n' });
});

const tools: readonly AnyToolDefinition[] = [...GIT_TOOLS, analyzeCodeStructure, analyzeDependencies];

it.each<readonly [name: string, input: object]>([
  ['gitStatus', {}],
  ['gitShow', {}],
  ['gitShow', { filePath: 'a.txt' }],
  ['gitShow', { filePath: 'key.pem' }],
  ['gitDiff', {}],
  ['gitDiff', { from: 'HEAD~1', to: 'HEAD' }],
  ['gitDiff', { from: 'HEAD', to: 'HEAD~1' }],
  ['gitBlame', { filePath: 'a.txt' }],
  ['gitBlame', { filePath: 'a.txt', ref: 'HEAD' }],
  ['gitBlame', { filePath: 'key.pem', endLine: 6 }],
  ['gitLog', {}],
  ['gitBranch', {}],
  ['gitCommand', { command: 'show' }],
  ['gitCommand', { command: 'show', args: ['HEAD:a.txt'] }],
  ['gitCommand', { command: 'diff' }],
  ['gitCommand', { command: 'blame', args: ['a.txt'] }],
  ['gitCommand', { command: 'log' }],
  ['analyzeCodeStructure', { filePath: 'a.ts' }],
  ['analyzeDependencies', {}],
])('%s %j returns no secret', async (name, input) => {
  const tool = tools.find((each) => each.name === name);
  const parsed = tool?.input.parse(input);
  const output = await tool?.execute(parsed as never, checkout.context as never);
  const shown = `${JSON.stringify(output)}\n${tool?.toModel?.(output)}`;
  expect(shown).toContain('[redacted: ');
  expect(shown).not.toContain(body.slice(0, 8));
  for (const line of keyLines) expect(shown).not.toContain(line);
});

it('gitBlame shows no line from the middle of a private key', async () => {
  const input = gitBlame.input.parse({ filePath: 'key.pem', startLine: 4, endLine: 6 });
  expect((await gitBlame.execute(input, checkout.context)).ranges.flatMap(({ lines }) => lines)).toEqual(['', '', '']);
});

it.each<readonly [name: string, input: object]>([
  ['gitShow', { ref: token }],
  ['gitShow', { filePath: `${token}.md` }],
  ['gitCheckout', { branch: token }],
  ['gitAdd', { paths: [token] }],
  ['gitBlame', { filePath: token }],
  ['gitBlame', { filePath: 'a.txt', ref: token }],
  ['gitPull', { branch: token }],
  ['gitCommand', { command: 'log', args: [`--${token}`] }],
])('the error of %s %j holds no secret', async (name, input) => {
  const tool = tools.find((each) => each.name === name);
  const running = tool?.execute(tool.input.parse(input) as never, checkout.context as never);
  const error: unknown = await running?.catch((thrown: unknown) => thrown);
  if (!AppError.isInstance(error)) throw new Error('The call does not fail.');
  expect(JSON.stringify([error.message, error.details, error.cause])).not.toContain(body.slice(0, 8));
});

it.each<readonly [name: string, file: { readonly path: string; readonly content: string | Buffer }, place: string]>([
  ['UTF-16', { path: 'a.txt', content: Buffer.from(`\uFEFFone\n${token}\n`, 'utf16le') }, 'a.txt:2 (github-token)'],
  [
    'UTF-16 without a mark',
    { path: 'a.txt', content: Buffer.from(`one\n${token}\n`, 'utf16le').swap16() },
    'a.txt:2 (github-token)',
  ],
  ['its name', { path: `${token}.md`, content: '' }, 'the name of [redacted: github-token].md (github-token)'],
])('gitCommit refuses a file with a secret in %s, and names the place without it', async (_name, file, place) => {
  const other = await createGitCheckout({ 'b.txt': 'b\n' });
  await writeFile(join(other.folder, file.path), file.content);
  const running = gitCommit.execute({ message: 'Add', addAll: true }, other.context);
  await expect(running).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { places: [place] } });
});
