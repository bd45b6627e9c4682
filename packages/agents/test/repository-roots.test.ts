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
