import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestColleague } from '@shipmate/domain/testing';
import { removeRepository } from '@shipmate/domain/use-cases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteRepositoryFolders } from '../src/index.ts';
import { toKillable } from './killable-database.ts';
import { createRepositoryFixture, type RepositoryFixture, resultsIn } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
});
afterAll(() => opened[Symbol.asyncDispose]());

const write = (content: string) => ({ name: 'writeFile', input: { filePath: 'plan.txt', content } });

it('a job of one user neither sees nor moves the branch and the commits of another', async () => {
  const { fixture, begin, createProcess, work, git, copyOf, source } = opened;
  const { unitOfWork, principal } = fixture;
  const { repositoryJobs } = unitOfWork.stores;
  const secret = await begin('Plan the merger');
  await work(createProcess(new ScriptedModel([{ toolCalls: [write('merger\n')] }, { text: 'Planned.' }])), secret);
  const { branch, result } = await repositoryJobs.get(principal, secret);
  const commit = result?.headCommit ?? '';
  expect(await git(copyOf(secret), 'show', `${branch}:plan.txt`)).toBe('merger\n');

  const colleague = await createTestColleague(unitOfWork, { organization: { id: principal.organizationId } });
  const id = await begin('Look around', colleague);
  const calls = [
    { name: 'gitBranch', input: { action: 'list' } },
    { name: 'gitShow', input: { ref: branch } },
    { name: 'gitShow', input: { ref: commit } },
    // Git names the commits that an ambiguous hash may mean.
    { name: 'gitShow', input: { ref: commit.slice(0, 4) } },
    { name: 'gitLog', input: { ref: branch } },
    { name: 'gitLog', input: { ref: ':/Keep uncommitted' } },
    { name: 'gitCheckout', input: { branch } },
    { name: 'gitCommand', input: { command: 'log', args: ['--all'] } },
  ];
  const model = new ScriptedModel([{ toolCalls: calls }, { text: 'Looked.' }]);
  await work(createProcess(model), id, colleague);
  const results = resultsIn(model.requests.at(-1)?.messages ?? []);
  expect(results).toHaveLength(calls.length);
  const shown = JSON.stringify(results);
  expect(shown).toContain('main');
  expect(shown).not.toContain('merger\\n');
  expect(shown).not.toContain('Keep uncommitted changes');
  expect(shown).not.toContain(`"${branch}"`);
  expect((await git(copyOf(secret), 'rev-parse', branch)).trim()).toBe(commit);
  await expect(git(copyOf(id), 'cat-file', '-e', commit)).rejects.toThrow('failed');
  await expect(git(source, 'cat-file', '-e', commit)).rejects.toThrow('failed');
});

it('the clone that jobs share has what the remote has, and no more', async () => {
  const { fixture, begin, createProcess, work, git, root, repository, copyOf } = opened;
  const id = await begin('Plan');
  await work(createProcess(new ScriptedModel([{ toolCalls: [write('two\n')] }, { text: 'Planned.' }])), id);
  const cache = `${root}/${fixture.principal.organizationId}/${repository.id}.git`;
  const { branch, result } = await fixture.unitOfWork.stores.repositoryJobs.get(fixture.principal, id);
  expect(await git(cache, 'for-each-ref', '--format=%(refname)')).toBe('refs/remotes/origin/main\n');
  expect(await git(cache, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  await expect(git(cache, 'cat-file', '-e', result?.headCommit ?? '')).rejects.toThrow('failed');
  expect(await git(copyOf(id), 'for-each-ref', '--format=%(refname)')).toBe(
    `refs/heads/${branch}\nrefs/remotes/origin/main\n`,
  );
  expect(await git(copyOf(id), 'config', '--list', '--local', '--name-only')).not.toContain('remote');
  expect(existsSync(copyOf(id).replace(/git$/u, 'checkpoints'))).toBe(true);
  expect((await readdir(`${root}/${fixture.principal.organizationId}/copies/${repository.id}`)).join(' ')).not.toMatch(
    /\.git\./u,
  );
});

it('a job deletes what processes that died have copied of its repository, and nothing else', async () => {
  const { begin, createProcess, work, git, copyOf } = opened;
  const id = await begin('Plan');
  const model = () => new ScriptedModel([{ toolCalls: [write('two\n')] }, { text: 'Planned.' }]);
  await work(createProcess(model()), id);
  const copies = dirname(copyOf(id));
  const before = await readdir(copies);
  const [running, unfinished] = [`${id}.git.${randomUUID()}`, `${id}.git.${randomUUID()}`];
  for (const name of [running, unfinished, 'old.git.bak']) await git(copies, 'clone', '--bare', copyOf(id), name);
  for (const name of [unfinished, 'old.git.bak', `${id}.git`]) await utimes(join(copies, name), 0, 0);
  const next = await begin('Plan again');
  await work(createProcess(model()), next);
  const made = [`${next}.git`, `${next}.checkpoints`];
  expect((await readdir(copies)).toSorted()).toEqual([...before, ...made, running, 'old.git.bak'].toSorted());
  for (const name of [running, 'old.git.bak']) await rm(join(copies, name), { recursive: true });
});

/** Does a job that writes a file and then waits for `change`; returns how it ended and the files that are left. */
async function workDuring(change: (given: RepositoryFixture, id: string) => Promise<void>) {
  await using given = await createRepositoryFixture({ 'notes.txt': 'one\n' });
  const { fixture, begin, createProcess, work, root } = given;
  const { unitOfWork, principal } = fixture;
  const id = await begin('Plan');
  const asked = Promise.withResolvers<void>();
  const isChanged = Promise.withResolvers<void>();
  const when = () => {
    asked.resolve();
    return true;
  };
  const steps = [{ toolCalls: [write('two\n')] }, { text: 'Planned.', until: isChanged.promise, when }];
  const working = work(createProcess(new ScriptedModel(steps)), id);
  await asked.promise;
  expect(existsSync(`${root}/${principal.organizationId}/jobs/${id}/plan.txt`)).toBe(true);
  await change(given, id);
  isChanged.resolve();
  await working;
  const { status, errorMessage } = await unitOfWork.stores.runs.get(principal, id);
  const left = await readdir(`${root}/${principal.organizationId}`, { recursive: true });
  return { status, errorMessage, left: left.filter((path) => path.includes('/')), plan: `jobs/${id}/plan.txt` };
}

it('a job whose repository is removed meanwhile ends with that reason, and leaves nothing', async () => {
  const { status, errorMessage, left } = await workDuring(async ({ fixture, repository, root }) => {
    const { unitOfWork, principal } = fixture;
    await unitOfWork.transaction((stores) => removeRepository(stores, principal, repository.id));
    await deleteRepositoryFolders(root, principal.organizationId, repository.id);
  });
  expect([status, errorMessage]).toEqual(['failed', expect.stringContaining('The repository was removed')]);
  expect(left).toEqual([]);
});

/** Executes the steps of a job in a process that dies after them, while its model is asked. Returns what lets its leases expire. */
async function interrupt(
  { fixture, createProcess }: RepositoryFixture,
  { id, steps }: { readonly id: string; readonly steps: ConstructorParameters<typeof ScriptedModel>[0] },
): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<void>();
  const when = () => {
    asked.resolve();
    return true;
  };
  const last = { text: 'Never said.', until: new Promise<void>(() => undefined), when };
  const database = toKillable(fixture.unitOfWork);
  const model = new ScriptedModel([...steps, last]);
  await createProcess(model, { unitOfWork: database.unitOfWork, isKillable: true }).resume(id);
  await asked.promise;
  return () => database.expireLeases();
}

it.each([
  ['before its first turn', 0],
  ['after its edit', 1],
])('a job whose process dies %s, and whose repository is removed then, leaves nothing', async (_, turns) => {
  await using given = await createRepositoryFixture({ 'notes.txt': 'one\n' });
  const { fixture, begin, createProcess, work, root, repository } = given;
  const { unitOfWork, principal } = fixture;
  const id = await begin('Plan');
  const steps = [{ toolCalls: [write('two\n')] }, { text: 'Planned.' }];
  const expireLeases = await interrupt(given, { id, steps: steps.slice(0, turns) });
  const folder = `${root}/${principal.organizationId}`;
  expect(existsSync(`${folder}/jobs/${id}/notes.txt`)).toBe(true);
  await unitOfWork.transaction((stores) => removeRepository(stores, principal, repository.id));
  await deleteRepositoryFolders(root, principal.organizationId, repository.id);
  await expireLeases();
  await work(createProcess(new ScriptedModel(steps)), id);
  expect(await unitOfWork.stores.runs.get(principal, id)).toMatchObject({
    status: 'failed',
    errorCode: 'CONFLICT',
    errorMessage: expect.stringContaining('The repository was removed'),
  });
  expect((await readdir(folder, { recursive: true })).filter((path) => path.includes('/'))).toEqual([]);
});

it('a job whose copy is lost meanwhile fails, and its files stay', async () => {
  const { status, left, plan } = await workDuring(async ({ copyOf }, id) => {
    await rm(copyOf(id), { recursive: true });
  });
  expect(status).toBe('failed');
  expect(left).toContain(plan);
});

it('a job that is interrupted too often fails with the changes that it has made as its result', async () => {
  await using given = await createRepositoryFixture({ 'notes.txt': 'one\n' });
  const { fixture, begin, createProcess, work, root, copyOf } = given;
  const { runs, repositoryJobs } = fixture.unitOfWork.stores;
  const id = await begin('Plan');
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const steps = attempt === 0 ? [{ toolCalls: [write('two\n')] }] : [];
    await (await interrupt(given, { id, steps }))();
  }
  await work(createProcess(new ScriptedModel([])), id);
  expect(await runs.get(fixture.principal, id)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('interrupted 5 times'),
  });
  const { result, branch } = await repositoryJobs.get(fixture.principal, id);
  expect(result).toMatchObject({ files: [{ path: 'plan.txt', additions: 1 }] });
  expect(await given.git(copyOf(id), 'show', `${branch}:plan.txt`)).toBe('two\n');
  expect(existsSync(`${root}/${fixture.principal.organizationId}/jobs/${id}`)).toBe(false);
});
