import { existsSync } from 'node:fs';
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createGitCheckout, type GitCheckout } from '../../../test/support/create-git-checkout.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitAdd } from './git-add.ts';
import { gitBlame } from './git-blame.ts';
import { gitBranch } from './git-branch.ts';
import { gitCheckout } from './git-checkout.ts';
import { gitCommand } from './git-command.ts';
import { gitCommit } from './git-commit.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitPull } from './git-pull.ts';
import { gitPush } from './git-push.ts';
import { gitShow } from './git-show.ts';
import { gitStatus } from './git-status.ts';
import { contextRemotes } from './git-tool.ts';
import { GIT_TOOLS } from './git-tools.ts';

const status = ({ context }: GitCheckout) => gitStatus.execute({ porcelain: true }, context);
const commit = ({ context }: GitCheckout, message: string) => gitCommit.execute({ message, addAll: true }, context);
const diff = ({ context }: GitCheckout, given: z.input<typeof gitDiff.input> = {}) =>
  gitDiff.execute(gitDiff.input.parse(given), context);
const branch = ({ context }: GitCheckout, given: z.input<typeof gitBranch.input> = {}) =>
  gitBranch.execute(gitBranch.input.parse(given), context);
const checkOut = ({ context }: GitCheckout, given: z.input<typeof gitCheckout.input>) =>
  gitCheckout.execute(gitCheckout.input.parse(given), context);
const log = ({ context }: GitCheckout, given: z.input<typeof gitLog.input> = {}) =>
  gitLog.execute(gitLog.input.parse(given), context);
const add = ({ context }: GitCheckout, given: z.input<typeof gitAdd.input>) =>
  gitAdd.execute(gitAdd.input.parse(given), context);

// Clients of the toolset that gitCommand, gitStatus and gitCommit come from use these names and defaults.
it('the git tools keep their names, inputs, defaults and effects', () => {
  const shown = GIT_TOOLS.map((tool) => {
    const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' });
    const fields = Object.entries(properties).map(([field, schema]) => {
      const value = (schema as { readonly default?: unknown }).default;
      return `${field}${required.includes(field) ? '' : '?'}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`;
    });
    const effect = typeof tool.effect === 'function' ? 'by input' : tool.effect;
    return [tool.name, effect, ...fields].join(', ');
  });
  expect(shown).toEqual([
    'gitStatus, read, porcelain? = true, paths?',
    'gitDiff, read, staged? = false, from?, to?, mergeBase? = false, paths?, contextLines? = 3',
    'gitLog, read, ref? = "HEAD", from?, paths?, limit? = 20, skip? = 0, since?, author?',
    'gitShow, read, ref? = "HEAD", filePath?, paths?, contextLines? = 3',
    'gitBlame, read, filePath, startLine? = 1, endLine?, ref?',
    'gitBranch, by input, action? = "list", name?, startPoint? = "HEAD", contains?, notContains?',
    'gitCheckout, by input, branch?, create? = false, startPoint?, paths?',
    'gitAdd, write, paths?, all? = false, unstage? = false',
    'gitCommit, write, message, addAll? = false',
    'gitPull, write, branch?',
    'gitPush, destructive, branch?',
    'gitCommand, by input, command, args?',
  ]);
});

it('the git tools work in a repository without a commit', async () => {
  const checkout = await createGitCheckout();
  expect(await status(checkout)).toMatchObject({ branch: 'main', commit: null, clean: true });
  expect(await log(checkout)).toEqual({ commits: [], truncated: false });
  expect(await branch(checkout)).toMatchObject({ branches: [] });
  expect(await commit(checkout, 'Nothing')).toMatchObject({ committed: false, hash: null, filesChanged: 0 });
  await checkOut(checkout, { branch: 'start', create: true });
  await checkout.put({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await add(checkout, { paths: ['a.txt', 'b.txt'] });
  await add(checkout, { paths: ['b.txt'], unstage: true });
  const done = await gitCommit.execute({ message: 'Begin\n\n# A heading', addAll: false }, checkout.context);
  expect(done).toMatchObject({ committed: true, branch: 'start', filesChanged: 1, insertions: 1, files: ['a.txt'] });
  const { commits } = await log(checkout);
  expect(commits).toMatchObject([
    { hash: done.hash, subject: 'Begin', body: '# A heading', author: 'Shipmate', email: 'u1@users.shipmate.invalid' },
  ]);
  const shown = await gitShow.execute(gitShow.input.parse({}), checkout.context);
  expect(shown.diff).toMatchObject({ files: [{ path: 'a.txt', status: 'added' }], additions: 1 });
  expect(await status(checkout)).toMatchObject({ clean: false, untracked: ['b.txt'] });
});

const odd = [
  'größe.txt',
  'with space.txt',
  'tab\there.txt',
  'quote".txt',
  'line\nbreak.txt',
  '-dash.txt',
  ' lead.txt',
  '日本/語.txt',
  '*.txt',
  ':(glob)x',
  'a → b',
];

it('the git tools keep odd names of files', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'a' });
  await checkout.put(Object.fromEntries(odd.map((name) => [name, 'one\n'])));
  expect(new Set((await status(checkout)).untracked)).toEqual(new Set(odd));
  expect(await commit(checkout, 'Odd')).toMatchObject({ filesChanged: odd.length, insertions: odd.length });
  await checkout.put(Object.fromEntries(odd.map((name) => [name, 'one\ntwo\n'])));
  const changed = await diff(checkout);
  expect(new Set(changed.files.map(({ path }) => path))).toEqual(new Set(odd));
  for (const file of changed.files) {
    expect(file).toMatchObject({ status: 'modified', additions: 1, hunks: [{ newStart: 1, text: ' one\n+two' }] });
  }
  const only = await diff(checkout, { paths: ['*.txt'] });
  expect(only.files.map(({ path }) => path)).toEqual(['*.txt']);
});

it.each(['src/aux.c', 'b:c.txt'])('the git tools take the path %s, which git checks out', async (path) => {
  const checkout = await createGitCheckout({ [path]: 'one\n' });
  const { context } = checkout;
  expect(await gitBlame.execute(gitBlame.input.parse({ filePath: path }), context)).toMatchObject({ filePath: path });
  expect(await gitShow.execute(gitShow.input.parse({ filePath: path }), context)).toMatchObject({ content: 'one\n' });
  expect((await log(checkout, { paths: [path] })).commits).toHaveLength(1);
  await checkout.put({ [path]: 'two\n' });
  expect((await diff(checkout, { paths: [path] })).files).toMatchObject([{ path, additions: 1 }]);
  expect(await add(checkout, { paths: [path] })).toMatchObject({ staged: [path] });
  await add(checkout, { paths: [path], unstage: true });
  await checkOut(checkout, { paths: [path] });
  expect(await readFile(join(checkout.folder, path), 'utf8')).toBe('one\n');
});

it.each(['../a', '/etc/passwd', '.git/config', 'x/.GIT./a', 'git~1/config', 'a\0b', 'a\\b'])(
  'the git tools refuse the path %j and name the field and the path',
  async (path) => {
    const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
    const refused = (field: string) => ({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(`${field} ${JSON.stringify(path)} `),
      details: { issues: [{ path: field, message: expect.any(String) }] },
    });
    await expect(diff(checkout, { paths: [path] })).rejects.toMatchObject(refused('paths'));
    await expect(log(checkout, { paths: [path] })).rejects.toMatchObject(refused('paths'));
    await expect(add(checkout, { paths: [path] })).rejects.toMatchObject(refused('paths'));
    await expect(checkOut(checkout, { paths: [path] })).rejects.toMatchObject(refused('paths'));
    const { context } = checkout;
    const shown = gitShow.execute(gitShow.input.parse({ filePath: path }), context);
    await expect(shown).rejects.toMatchObject(refused('filePath'));
    const blamed = gitBlame.execute(gitBlame.input.parse({ filePath: path }), context);
    await expect(blamed).rejects.toMatchObject(refused('filePath'));
  },
);

it('the git tools report renames, deletions, types, modes and binary files', async () => {
  const text = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
  const checkout = await createGitCheckout({
    'old.txt': text,
    'gone.txt': 'gone\n',
    'link.txt': 'file',
    'b.bin': 'a\0b',
  });
  await rename(join(checkout.folder, 'old.txt'), join(checkout.folder, 'new.txt'));
  await rm(join(checkout.folder, 'gone.txt'));
  await rm(join(checkout.folder, 'link.txt'));
  await symlink('/etc/passwd', join(checkout.folder, 'link.txt'));
  await checkout.put({ 'b.bin': 'a\0c' });
  await add(checkout, { all: true });
  const after = await status(checkout);
  expect(after.renamed).toEqual([{ from: 'old.txt', to: 'new.txt' }]);
  expect(after.staged).toEqual([
    { path: 'b.bin', status: 'modified' },
    { path: 'gone.txt', status: 'deleted' },
    { path: 'link.txt', status: 'type-changed' },
    { path: 'new.txt', status: 'renamed' },
  ]);
  const { files } = await diff(checkout, { staged: true });
  expect(files).toMatchObject([
    { path: 'b.bin', binary: true, hunks: [] },
    { path: 'gone.txt', status: 'deleted', deletions: 1, hunks: [{ text: '-gone' }] },
    {
      path: 'link.txt',
      status: 'type-changed',
      hunks: [{ text: '-file\n\\ No newline at end of file' }, { text: '+/etc/passwd\n\\ No newline at end of file' }],
    },
    { path: 'new.txt', oldPath: 'old.txt', status: 'renamed', additions: 0, hunks: [] },
  ]);
});

it('the git tools show conflicts, and commit them once they are staged', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkOut(checkout, { branch: 'other', create: true });
  await checkout.put({ 'a.txt': 'two\n' });
  await commit(checkout, 'Two');
  await checkOut(checkout, { branch: 'main' });
  await checkout.put({ 'a.txt': 'three\n' });
  await commit(checkout, 'Three');
  await checkout.git('merge', 'other').catch(() => undefined);
  expect(await status(checkout)).toMatchObject({ conflicted: ['a.txt'], staged: [], unstaged: [] });
  const refused = gitCommit.execute({ message: 'Merge', addAll: false }, checkout.context);
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('a.txt') });
  expect((await diff(checkout)).files).toMatchObject([{ path: 'a.txt', status: 'conflicted' }]);
  await checkout.put({ 'a.txt': 'four\n' });
  expect(await commit(checkout, 'Merge')).toMatchObject({ committed: true });
  expect((await log(checkout)).commits[0]?.parents).toHaveLength(2);
});

it('gitCommit with addAll refuses files in conflict, and gitAdd those that it is not given by name', async () => {
  const checkout = await createGitCheckout({ 'a b.txt': 'one\n', 'gone.txt': 'one\n', 'c.txt': 'one\n' });
  await checkOut(checkout, { branch: 'other', create: true });
  await checkout.put({ 'a b.txt': 'two\n', 'c.txt': 'two\n' });
  await rm(join(checkout.folder, 'gone.txt'));
  await commit(checkout, 'Two');
  await checkOut(checkout, { branch: 'main' });
  await checkout.put({ 'a b.txt': 'three\n', 'c.txt': 'three\n', 'gone.txt': 'three\n' });
  await commit(checkout, 'Three');
  await checkout.git('merge', 'other').catch(() => undefined);
  await checkout.put({ 'c.txt': 'resolved\n', 'new.txt': 'new\n' });
  const refused = {
    code: 'CONFLICT',
    message:
      'These files are in conflict: a b.txt, gone.txt. Resolve them, and stage them by their paths with gitAdd first.',
  };
  await expect(commit(checkout, 'Merge')).rejects.toMatchObject(refused);
  await expect(add(checkout, { all: true })).rejects.toMatchObject(refused);
  expect(await status(checkout)).toMatchObject({
    conflicted: ['a b.txt', 'c.txt', 'gone.txt'],
    untracked: ['new.txt'],
  });
  await checkout.put({ 'a b.txt': 'resolved\n' });
  await add(checkout, { paths: ['gone.txt'] });
  expect(await commit(checkout, 'Merge')).toMatchObject({ committed: true, files: ['a b.txt', 'c.txt', 'new.txt'] });
});

it('gitCommit finishes a merge that keeps everything as it is', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkOut(checkout, { branch: 'other', create: true });
  await checkout.put({ 'a.txt': 'two\n' });
  await commit(checkout, 'Two');
  await checkOut(checkout, { branch: 'main' });
  await checkout.put({ 'a.txt': 'three\n' });
  await commit(checkout, 'Three');
  await checkout.git('merge', 'other').catch(() => undefined);
  await checkout.put({ 'a.txt': 'three\n' });
  await add(checkout, { paths: ['a.txt'] });
  expect(await status(checkout)).toMatchObject({ clean: true });
  const done = await gitCommit.execute({ message: 'Merge', addAll: false }, checkout.context);
  expect(done).toMatchObject({ committed: true, filesChanged: 0 });
  expect((await log(checkout)).commits[0]?.parents).toHaveLength(2);
  expect(await commit(checkout, 'Again')).toMatchObject({ committed: false, hash: null });
});

it('the git tools work with a detached HEAD, which is not pushed', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkout.git('checkout', '--quiet', '--detach');
  expect(await status(checkout)).toMatchObject({ branch: null, commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  await expect(gitPush.execute({}, checkout.context)).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('the git tools do not look into a submodule, and commit the commit that it is at', async () => {
  const inner = await createGitCheckout({ 'inner.txt': 'one\n' });
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkout.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub');
  expect(await commit(checkout, 'Submodule')).toMatchObject({ filesChanged: 2 });
  await checkout.put({ 'sub/inner.txt': 'changed\n' });
  expect(await status(checkout)).toMatchObject({ clean: true });
  await git(join(checkout.folder, 'sub'), 'commit', '--quiet', '--all', '--message', 'Inner');
  expect(await status(checkout)).toMatchObject({ unstaged: [{ path: 'sub', status: 'modified' }] });
  expect(await commit(checkout, 'Update')).toMatchObject({ files: ['sub'] });
  await git(join(checkout.folder), 'init', '--quiet', 'nested');
  await checkout.put({ 'nested/x.txt': 'x' });
  expect(await add(checkout, { all: true })).toMatchObject({ stagedFiles: 0, leftOut: ['nested/'] });
});

it('gitDiff bounds long changes and says so', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkout.put({ 'a.txt': `${'x'.repeat(5_000)}\n${'line\n'.repeat(200_000)}` });
  const long = await diff(checkout);
  expect(long).toMatchObject({ truncated: true, additions: 200_001, totalFiles: 1 });
  expect(gitDiff.toModel?.(long).length).toBeLessThan(70_000);
});

it('gitDiff compares commits, branches and the work tree', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n', 'b/c.txt': 'c\n' });
  await checkOut(checkout, { branch: 'topic', create: true });
  await checkout.put({ 'a.txt': 'two\n' });
  await commit(checkout, 'Topic');
  await checkOut(checkout, { branch: 'main' });
  await checkout.put({ 'b/c.txt': 'd\n' });
  await commit(checkout, 'Main');
  const paths = async (given: z.input<typeof gitDiff.input>) =>
    (await diff(checkout, given)).files.map(({ path }) => path);
  expect(await paths({ from: 'main', to: 'topic' })).toEqual(['a.txt', 'b/c.txt']);
  expect(await paths({ from: 'main', to: 'topic', mergeBase: true })).toEqual(['a.txt']);
  expect(await paths({ from: 'topic', paths: ['b'] })).toEqual(['b/c.txt']);
  expect(await paths({})).toEqual([]);
  await expect(diff(checkout, { to: 'topic' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(diff(checkout, { from: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('gitLog, gitShow and gitBlame read the history of a file', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' });
  await checkout.put({ 'a.txt': 'one\nTWO\nthree\n' });
  const { hash } = await commit(checkout, 'Edit a.txt');
  await checkout.put({ 'a.txt': 'one\nTWO\nthree\nfour\n' });
  expect((await log(checkout, { limit: 1 })).truncated).toBe(true);
  expect((await log(checkout, { paths: ['b.txt'] })).commits.map(({ subject }) => subject)).toEqual(['Begin']);
  expect((await log(checkout, { author: 'shipmate' })).commits.map(({ subject }) => subject)).toEqual(['Edit a.txt']);
  expect((await log(checkout, { since: '2099-01-01' })).commits).toEqual([]);
  const old = await gitShow.execute(gitShow.input.parse({ ref: 'HEAD~1', filePath: 'a.txt' }), checkout.context);
  expect(old).toMatchObject({ content: 'one\ntwo\n', truncated: false, commit: { subject: 'Begin', author: 'Ada' } });
  const blamed = await gitBlame.execute(gitBlame.input.parse({ filePath: 'a.txt' }), checkout.context);
  expect(blamed.ranges).toMatchObject([
    { startLine: 1, endLine: 1, author: 'Ada', lines: ['one'] },
    { startLine: 2, endLine: 3, hash, summary: 'Edit a.txt', lines: ['TWO', 'three'] },
    { startLine: 4, endLine: 4, hash: null, lines: ['four'] },
  ]);
  const part = gitBlame.input.parse({ filePath: 'a.txt', startLine: 2, endLine: 2, ref: 'HEAD' });
  expect((await gitBlame.execute(part, checkout.context)).ranges).toMatchObject([{ startLine: 2, endLine: 2 }]);
  const beyond = gitBlame.execute(gitBlame.input.parse({ filePath: 'a.txt', startLine: 99 }), checkout.context);
  await expect(beyond).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const none = gitShow.execute(gitShow.input.parse({ filePath: 'none.txt' }), checkout.context);
  await expect(none).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('gitBranch and gitCheckout keep uncommitted changes unless paths are restored', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await branch(checkout, { action: 'create', name: 'topic' });
  await checkOut(checkout, { branch: 'topic' });
  await checkout.put({ 'a.txt': 'two\n' });
  await commit(checkout, 'Two');
  await checkout.put({ 'a.txt': 'three\n' });
  await expect(checkOut(checkout, { branch: 'main' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await readFile(join(checkout.folder, 'a.txt'), 'utf8')).toBe('three\n');
  await checkOut(checkout, { paths: ['a.txt'] });
  expect(await readFile(join(checkout.folder, 'a.txt'), 'utf8')).toBe('two\n');
  await checkOut(checkout, { paths: ['.'], startPoint: 'main' });
  expect(await readFile(join(checkout.folder, 'a.txt'), 'utf8')).toBe('one\n');
  await checkOut(checkout, { paths: ['a.txt'], startPoint: 'HEAD' });
  await checkOut(checkout, { branch: 'main' });
  await expect(branch(checkout, { action: 'delete', name: 'topic' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(branch(checkout, { action: 'delete', name: 'main' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await checkout.git('merge', '--quiet', 'topic');
  expect((await branch(checkout, { action: 'delete', name: 'topic' })).branches).toMatchObject([
    { name: 'main', current: true },
  ]);
  await expect(checkOut(checkout, { branch: 'topic' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('gitBranch lists the branches that contain a commit, and those that do not', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkOut(checkout, { branch: 'topic', create: true });
  await checkout.put({ 'a.txt': 'two\n' });
  const { hash } = await commit(checkout, 'Two');
  const namesOf = async (given: z.input<typeof gitBranch.input>) =>
    (await branch(checkout, given)).branches.map(({ name }) => name).toSorted();
  expect(await namesOf({ contains: 'main' })).toEqual(['main', 'topic']);
  expect(await namesOf({ contains: hash ?? '' })).toEqual(['topic']);
  expect(await namesOf({ notContains: hash ?? '' })).toEqual(['main']);
  expect(await namesOf({ contains: 'main', notContains: 'topic' })).toEqual(['main']);
  await expect(branch(checkout, { contains: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(branch(checkout, { contains: '--exec=evil' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('gitAdd refuses ignored and unknown paths, and replaces files by folders', async () => {
  const checkout = await createGitCheckout({ '.gitignore': 'out\n', 'a.txt': 'one\n', tool: 'x' });
  await checkout.put({ 'out/x.txt': 'x' });
  await expect(add(checkout, { paths: ['out/x.txt'] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(add(checkout, { paths: ['none.txt'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(add(checkout, {})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await add(checkout, { paths: ['a.txt'] })).toMatchObject({ stagedFiles: 0 });
  await rm(join(checkout.folder, 'tool'));
  await checkout.put({ 'tool/a.txt': 'a' });
  expect(await commit(checkout, 'Folder')).toMatchObject({ files: ['tool', 'tool/a.txt'] });
});

it('gitCommit refuses to add a secret and names its place', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const secret = `ghp_${'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7'}`;
  await checkout.put({ 'config/größe.ts': `const a = 1;\nconst token = '${secret}';\n` });
  const refused: unknown = await commit(checkout, 'Add').catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('config/größe.ts:2 (github-token)'),
  });
  expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain(secret);
  await expect(gitCommit.execute({ message: `Use\n${secret}`, addAll: false }, checkout.context)).rejects.toMatchObject(
    {
      message: expect.stringContaining('line 2 of the message'),
    },
  );
  expect((await log(checkout)).commits).toHaveLength(1);
  await checkout.git('commit', '--quiet', '--message', 'By hand');
  await checkout.put({ 'config/größe.ts': 'const a = 1;\n' });
  expect(await commit(checkout, 'Remove the token')).toMatchObject({ committed: true, deletions: 1 });
});

it('gitPush refuses a commit of another program that adds a secret', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkOut(checkout, { branch: 'topic', create: true });
  await checkout.put({ 'a.txt': `glpat-${'aB3dE5fG7hJ9kL2mN4pQ'}\n` });
  await checkout.git('commit', '--quiet', '--all', '--message', 'By hand');
  await expect(gitPush.execute({}, checkout.context)).rejects.toMatchObject({
    details: { reason: 'secret', places: ['a.txt:1 (gitlab-token)'] },
  });
});

it('gitPush pushes a branch that is not the default one, and gitPull fast-forwards', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const { context, bare } = checkout;
  await expect(gitPush.execute({}, context)).rejects.toMatchObject({
    message: expect.stringContaining('default branch'),
  });
  await checkOut(checkout, { branch: 'topic', create: true });
  await checkout.put({ 'a.txt': 'two\n' });
  const { hash } = await commit(checkout, 'Two');
  await expect(gitPush.execute({ branch: 'main' }, context)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await gitPush.execute({}, context)).toEqual({
    branch: 'topic',
    commit: hash,
    created: true,
    compareUrl: null,
  });
  expect((await git(bare, 'rev-parse', 'topic')).trim()).toBe(hash);

  const other = await createGitCheckout();
  await other.git('fetch', '--quiet', bare, 'topic');
  await other.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  await other.put({ 'b.txt': 'b\n' });
  await other.git('add', '--all');
  await other.git('commit', '--quiet', '--message', 'Other');
  await other.git('push', '--quiet', bare, 'HEAD:topic');
  expect(await gitPull.execute({}, context)).toMatchObject({ branch: 'topic', updated: true, from: hash, commits: 1 });
  expect(existsSync(join(checkout.folder, 'b.txt'))).toBe(true);
  expect(await gitPull.execute({}, context)).toMatchObject({ updated: false, commits: 0 });

  await checkout.git('reset', '--quiet', '--hard', 'HEAD~1');
  await checkout.put({ 'a.txt': 'three\n' });
  await commit(checkout, 'Three');
  await expect(gitPull.execute({}, context)).rejects.toMatchObject({
    message: expect.stringContaining('fast-forward'),
  });
  await expect(gitPush.execute({}, context)).rejects.toMatchObject({
    message: expect.stringContaining('Pull them first'),
  });
  await expect(gitPull.execute({ branch: 'none' }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('gitCommand carries out the commands that stand for tools', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  const run = async (command: string, ...args: readonly string[]) => {
    const { tool, output } = await gitCommand.execute({ command, args: [...args] }, checkout.context);
    return `${tool}: ${output}`;
  };
  await writeFile(join(checkout.folder, 'a.txt'), 'two\n');
  expect(await run('status --short')).toMatch(/^gitStatus: .*\n.*\n.*branch main\n.* M a\.txt/s);
  expect(await run('diff', '--', 'a.txt')).toContain('-one\n+two');
  expect(await run('switch', '-c', 'topic')).toContain('"created":true');
  expect(await run('add', '.')).toContain('"stagedFiles":1');
  expect(await run('commit', '-m', 'Two', '-m', 'Why')).toContain('Committed');
  expect(await run('log', '--oneline', '-n', '1')).toContain('Two');
  expect(await run('show', 'HEAD~1:a.txt')).toContain('one');
  expect(await run('diff main...topic --stat')).toContain('modified a.txt (+1 -1)');
  expect(await run('blame', '-L', '1,1', 'a.txt')).toContain('Two');
  expect(await run('push', 'origin', 'HEAD')).toContain('"branch":"topic"');
  expect(await run('checkout', 'main')).toContain('"branch":"main"');
  expect(await run('pull', 'origin', 'main')).toContain('"updated":false');
});

it.each([
  ['status', [], 'read'],
  ['add', ['.'], 'write'],
  ['checkout', ['topic'], 'write'],
  ['checkout', ['--', 'a.txt'], 'destructive'],
  ['restore', ['a.txt'], 'destructive'],
  ['restore', ['--staged', 'a.txt'], 'write'],
  ['branch', ['-d', 'topic'], 'destructive'],
  ['push', [], 'destructive'],
  ['push', ['--force'], 'read'],
])('the effect of gitCommand %s %j is %s', (command, args, effect) => {
  expect(gitCommand.effect).toBeTypeOf('function');
  expect(typeof gitCommand.effect === 'function' && gitCommand.effect({ command, args: [...args] })).toBe(effect);
});

it.each([
  [{}, 'no remote repository'],
  [{ repositoryUrl: '/srv/shop' }, 'a folder of this machine'],
])('a checkout of %j has no remote to pull from or push to', async (place, message) => {
  const principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as const;
  await expect(contextRemotes.open({ ...place, principal })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining(message),
  });
});
