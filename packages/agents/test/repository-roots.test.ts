import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { git } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { pushJob, requireAllowedRoot, requireLocalRepository } from '../src/index.ts';
import { createRepositoryFixture } from './repository-fixture.ts';

it('a link below a root is followed before the folder is allowed, and the folder itself is stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-roots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (...names: readonly string[]) => join(folder, ...names);
  await mkdir(at('code', 'shop'), { recursive: true });
  await mkdir(at('private', 'shop'), { recursive: true });
  await symlink(at('private'), at('code', 'out'));
  await symlink(at('code', 'shop'), at('code', 'in'));
  await symlink(at('code'), at('linked-root'));
  for (const path of [at('code', 'out'), at('code', 'out', 'shop'), at('private')]) {
    await expect(requireAllowedRoot(path, [at('code')])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  for (const path of [at('code', 'shop'), at('code', 'in'), at('linked-root', 'in')]) {
    expect(await requireAllowedRoot(path, [at('linked-root')])).toBe(at('code', 'shop'));
  }
});

it.each([
  ['missing', 'does not exist'],
  ['notes.txt', 'holds no git repository'],
  ['plain', 'holds no git repository'],
])('"%s" below a root is refused: it %s', async (name, problem) => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-roots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'plain'));
  await writeFile(join(folder, 'notes.txt'), '');
  await expect(requireLocalRepository(join(folder, name), [folder])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: `The folder ${problem}.`,
    details: { issues: [{ path: 'localPath', message: problem }] },
  });
});

it('a bare repository below a root is accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-roots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await git(folder, 'init', '--quiet', '--bare', 'shop.git');
  const bare = join(folder, 'shop.git');
  expect(await requireLocalRepository(bare, [folder])).toBe(bare);
});

/** Creates a repository inside and one outside of a root. */
async function createRepositories() {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-roots-'));
  const [root, secret] = [join(folder, 'code'), join(folder, 'secret')];
  for (const path of [join(root, 'shop'), secret]) {
    await mkdir(path, { recursive: true });
    await git(path, 'init', '--quiet');
    for (const message of ['One', 'Two']) await git(path, 'commit', '--quiet', '--allow-empty', '--message', message);
  }
  const made = join(root, 'made');
  return { root, secret, made, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

// https://git-scm.com/docs/gitrepository-layout
it.each<[way: string, make: (secret: string, made: string) => Promise<unknown>]>([
  ['a work tree of it', (secret, made) => git(secret, 'worktree', 'add', '--quiet', '-b', 'work', made)],
  ['its .git file', (secret, made) => writeFile(join(made, '.git'), `gitdir: ${secret}/.git\n`)],
  ['its link .git', (secret, made) => symlink(join(secret, '.git'), join(made, '.git'))],
  [
    'its file commondir',
    async (secret, made) => {
      await git(made, 'init', '--quiet');
      await writeFile(join(made, '.git', 'commondir'), `${secret}/.git\n`);
    },
  ],
  [
    'links in a bare repository',
    async (secret, made) => {
      await git(made, 'init', '--quiet', '--bare');
      for (const name of ['objects', 'refs']) {
        await rm(join(made, name), { recursive: true });
        await symlink(join(secret, '.git', name), join(made, name));
      }
    },
  ],
])('a folder that leads to a repository outside of the roots by %s is refused', async (_, make) => {
  await using repositories = await createRepositories();
  const { root, secret, made } = repositories;
  await mkdir(made);
  await make(secret, made);
  await expect(requireLocalRepository(made, [root])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('keeps its git data outside of the folders in REPOSITORY_ROOTS'),
  });
  expect(await requireLocalRepository(made, [root, secret])).toBe(made);
});

it('a work tree of a repository below a root is accepted', async () => {
  await using repositories = await createRepositories();
  const { root, made } = repositories;
  await git(join(root, 'shop'), 'worktree', 'add', '--quiet', '-b', 'work', made);
  expect(await requireLocalRepository(made, [root])).toBe(made);
});

// https://git-scm.com/docs/git-fetch: refs of a shallow repository are refused without --update-shallow.
it('a shallow clone is refused until it has its history', async () => {
  await using repositories = await createRepositories();
  const { root, made } = repositories;
  await git(root, 'clone', '--quiet', '--depth', '1', `file://${join(root, 'shop')}`, made);
  await expect(requireLocalRepository(made, [root])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('Run "git fetch --unshallow" in it first.'),
  });
  await git(made, 'fetch', '--quiet', '--unshallow');
  expect(await requireLocalRepository(made, [root])).toBe(made);
});

it('a link that takes the place of a stored folder is neither fetched nor pushed to', async () => {
  await using opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
  const { unitOfWork, principal } = opened.fixture;
  const write = { name: 'writeFile', input: { filePath: 'notes.txt', content: 'two\n' } };
  const process = () => opened.createProcess(new ScriptedModel([{ toolCalls: [write] }, { text: 'Done.' }]));
  const first = await opened.begin('Write two');
  await opened.work(process(), first);
  await rename(opened.source, `${opened.source}-elsewhere`);
  await symlink(`${opened.source}-elsewhere`, opened.source);
  const second = await opened.begin('Write two again');
  await opened.work(process(), second);
  const refused = { errorCode: 'CONFLICT', errorMessage: expect.stringContaining('is reached through a link') };
  expect(await unitOfWork.stores.runs.get(principal, second)).toMatchObject({ status: 'failed', ...refused });
  const resources = { unitOfWork, review: opened.tools.ports.gitReview, root: opened.root };
  const pushing = pushJob(resources, principal, { jobId: first, signal: new AbortController().signal });
  await expect(pushing).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('through a link') });
  expect((await unitOfWork.stores.repositoryJobs.get(principal, first)).outcome).toBe('open');
});

it('a job on the default branch of a repository whose HEAD is detached fails, and says what to name', async () => {
  await using opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
  await opened.git(opened.source, 'checkout', '--quiet', '--detach');
  const id = await opened.begin('Write two');
  await opened.work(opened.createProcess(new ScriptedModel([])), id);
  expect(await opened.fixture.unitOfWork.stores.runs.get(opened.fixture.principal, id)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('name the branch on which the job begins'),
  });
});
