import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@shipmate/domain';
import { createTestColleague, createTestTenant } from '@shipmate/domain/testing';
import type {
  BranchListResponse,
  JobListResponse,
  JobStepsResponse,
  RepositoryFileResponse,
  RepositoryJobView,
  RepositoryListResponse,
  RepositorySearchResponse,
  RepositoryView,
  StartJobResponse,
  TreeResponse,
} from '@shipmate/protocol/web/repositories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

const run = promisify(execFile);

let folder: string;
let web: TestWeb;
let owner: Awaited<ReturnType<TestWeb['signIn']>>;
let id: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-web-repositories-'));
  const source = join(folder, 'code', 'sums');
  await mkdir(join(source, 'src'), { recursive: true });
  await writeFile(join(source, 'src', 'add.ts'), 'export const add = (a: number, b: number) => a - b;\n');
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: source, env });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  web = await startWeb({ repositories: { root: join(folder, 'clones'), roots: [join(folder, 'code')] } });
  owner = await web.signIn();
  const added = await read<RepositoryView>(await owner.post('/api/repositories', { name: 'sums', localPath: source }));
  id = added.id;
  path = `/api/repositories/${id}`;
});

afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it('/api/repositories refuses more than 1,000 repositories of an organization', async () => {
  const other = await web.signIn(await createTestTenant(web.unitOfWork));
  const { principal } = other.tenant;
  await web.unitOfWork.transaction(async ({ repositories }) => {
    const about = {
      remoteUrl: 'https://git.example.test/a.git',
      localPath: null,
      projectId: null,
      defaultBranch: null,
    };
    for (let made = 0; made < 1_000; made += 1) {
      await repositories.add(principal, { ...about, id: newId(), name: `service-${made}` });
    }
  });
  const one = { name: 'one-more', remoteUrl: 'https://git.example.test/a.git' };
  expect(await readError(await other.post('/api/repositories', one))).toEqual([409, 'CONFLICT']);
});

it('/api/repositories adds, changes and removes repositories for owners, and returns no token', async () => {
  const settings = { name: 'shop', remoteUrl: 'https://git.example.test/shop.git', token: 'a-secret-token' };
  const response = await owner.post('/api/repositories', settings);
  expect(response.status).toBe(201);
  const text = await response.text();
  expect(text).not.toContain('a-secret-token');
  const added = JSON.parse(text) as RepositoryView;
  expect(added).toMatchObject({ name: 'shop', remoteUrl: settings.remoteUrl, hasToken: true, defaultBranch: null });
  expect(await readError(await owner.post('/api/repositories', settings))).toEqual([409, 'CONFLICT']);
  const change = { name: 'store', defaultBranch: 'next', token: null };
  const changed = await owner.send('PATCH', `/api/repositories/${added.id}`, change);
  expect(await read(changed)).toEqual({ ...added, name: 'store', defaultBranch: 'next', hasToken: false });
  const list = await read<RepositoryListResponse>(await owner.fetch('/api/repositories'));
  expect(list).toMatchObject({ repositories: [{ name: 'store' }, { name: 'sums' }], isEnabled: true, isOwner: true });
  const { unitOfWork } = web;
  const colleague = await createTestColleague(unitOfWork, owner.tenant);
  const user = await unitOfWork.stores.users.findUser(colleague.userId);
  if (!user) throw new Error('The colleague has no user.');
  const member = await web.signIn({ ...owner.tenant, principal: colleague, user });
  expect(await read(await member.fetch('/api/repositories'))).toMatchObject({ isOwner: false });
  for (const refused of [
    await member.post('/api/repositories', { ...settings, name: 'mine' }),
    await member.send('PATCH', `/api/repositories/${added.id}`, { name: 'mine' }),
    await member.fetch(`/api/repositories/${added.id}`, { method: 'DELETE' }),
  ]) {
    expect(await readError(refused)).toEqual([404, 'NOT_FOUND']);
  }
  expect((await owner.fetch(`/api/repositories/${added.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await owner.fetch(`/api/repositories/${added.id}`))).toEqual([404, 'NOT_FOUND']);
});

it.each([
  {
    settings: { remoteUrl: 'git@github.com:acme/shop.git' },
    named: /must be written as ssh:\/\/git@github\.com\/acme\/shop\.git\./,
  },
  { settings: { remoteUrl: 'file:///etc' }, named: /"The address must be an https:\/\/ or ssh:\/\/ address, such as/ },
  {
    settings: { remoteUrl: 'http://git.example.test/shop.git' },
    named: /"The address must begin with https:\/\/, as http:\/\/ is not allowed here; .*"path":"remoteUrl"/,
  },
  {
    settings: { remoteUrl: 'ssh://git@git.example.test/shop.git' },
    named: /"The address must begin with https:\/\/, as ssh:\/\/ has no key here; .*"path":"remoteUrl"/,
  },
  { settings: { remoteUrl: 'https://ada:secret@git.example.test/shop.git' }, named: /credentials/ },
  { settings: { localPath: '/etc' }, named: /"The folder must be under one of the folders in REPOSITORY_ROOTS/ },
  { settings: {}, named: /remoteUrl/ },
])('POST /api/repositories refuses $settings', async ({ settings, named }) => {
  const refused = await owner.post('/api/repositories', { name: 'refused', ...settings });
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toMatch(named);
  expect(text).not.toContain('ada:secret');
});

it('POST /api/repositories accepts the schemes that the operator allows', async () => {
  await using open = await startWeb({
    toolEnvironment: { ALLOW_PRIVATE_NETWORKS: true, GIT_SSH_KEY_FILE: join(folder, 'key') },
  });
  const browser = await open.signIn();
  for (const remoteUrl of ['http://git.example.test/shop.git', 'ssh://git@git.example.test/shop.git']) {
    const added = await browser.post('/api/repositories', { name: remoteUrl.slice(0, 4), remoteUrl });
    expect([remoteUrl, added.status]).toEqual([remoteUrl, 201]);
  }
});

it('files of a repository are read once it was fetched, at its branch', async () => {
  expect(await readError(await owner.fetch(`${path}/tree`))).toEqual([409, 'CONFLICT']);
  expect((await owner.post(`${path}/fetch`, {})).status).toBe(204);
  const { branches } = await read<BranchListResponse>(await owner.fetch(`${path}/branches`));
  expect(branches).toMatchObject([{ name: 'main' }]);
  const commit = branches[0]?.commit ?? '';
  expect(await read<TreeResponse>(await owner.fetch(`${path}/tree`))).toEqual({
    commit,
    entries: [{ name: 'src', kind: 'folder', size: null }],
    next: null,
    isCut: false,
  });
  const file = await read<RepositoryFileResponse>(await owner.fetch(`${path}/file?branch=main&path=src/add.ts`));
  expect(file).toMatchObject({ commit, path: 'src/add.ts', content: expect.stringContaining('a - b') });
  const found = await read<RepositorySearchResponse>(await owner.fetch(`${path}/search?commit=${commit}&q=ADD`));
  expect(found).toMatchObject({ lines: [{ path: 'src/add.ts', line: 1 }], isCut: false });
  for (const query of ['tree?path=../..', 'file?path=.git/config', 'tree?branch=absent', 'tree?commit=HEAD']) {
    expect([query, ...(await readError(await owner.fetch(`${path}/${query}`)))]).toEqual([query, 404, 'NOT_FOUND']);
  }
});

it('a started job is queued for a worker, is listed, and is discarded once it has a result', async () => {
  const prompt = 'Fix the sum\nof two numbers';
  const started = await owner.post(`${path}/jobs`, { prompt, branch: 'main' });
  expect(started.status).toBe(201);
  const { jobId, conversationId } = await read<StartJobResponse>(started);
  const { stores } = web.unitOfWork;
  const { principal } = owner.tenant;
  expect(await stores.runs.get(principal, jobId)).toMatchObject({ kind: 'repository_job', status: 'queued' });
  const listed = {
    id: jobId,
    conversationId,
    status: 'queued',
    baseBranch: 'main',
    outcome: 'open',
    changedFiles: null,
  };
  expect(await read<JobListResponse>(await owner.fetch(`${path}/jobs`))).toMatchObject({ jobs: [listed], next: null });
  const job = `/api/repository-jobs/${jobId}`;
  expect(await read<RepositoryJobView>(await owner.fetch(job))).toMatchObject({
    ...listed,
    repositoryName: 'sums',
    result: null,
    pushBranch: expect.stringMatching(/^shipmate\/fix-the-sum-of-two-numbers-/),
  });
  expect(await readError(await owner.post(`${job}/discard`, {}))).toEqual([409, 'CONFLICT']);
  expect(await readError(await owner.fetch(`${path}/tree?job=${jobId}`))).toEqual([404, 'NOT_FOUND']);
  const { branches } = await read<BranchListResponse>(await owner.fetch(`${path}/branches`));
  const patch = '@@ -1 +1 @@\n-a\n+b\n';
  const change = { path: 'src/add.ts', oldPath: null, status: 'modified', additions: 1, deletions: 1, patch } as const;
  const result = { headCommit: branches[0]?.commit ?? '', commits: 1, files: [change] };
  await stores.repositoryJobs.saveResult(principal, jobId, result);
  expect(await read<RepositoryJobView>(await owner.fetch(job))).toMatchObject({ result, changedFiles: 1 });
  // The worker makes the copy in which the job commits.
  expect(await readError(await owner.fetch(`${path}/tree?job=${jobId}`))).toEqual([409, 'CONFLICT']);
  const copy = join(folder, 'clones', principal.organizationId, 'copies', id, `${jobId}.git`);
  await run('git', ['clone', '--quiet', '--bare', join(folder, 'code', 'sums'), copy]);
  expect((await owner.fetch(`${path}/tree?job=${jobId}`)).status).toBe(200);
  expect((await owner.post(`${job}/discard`, {})).status).toBe(204);
  expect(existsSync(copy)).toBe(false);
  const gone = await owner.fetch(`${path}/tree?job=${jobId}`);
  expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining('was discarded')]);
  expect(await readError(await owner.post(`${job}/discard`, {}))).toEqual([409, 'CONFLICT']);
  expect(await read<RepositoryJobView>(await owner.fetch(job))).toMatchObject({ outcome: 'discarded' });
});

it('jobs are listed in pages, newest first', async () => {
  const begin = async () => (await read<StartJobResponse>(await owner.post(`${path}/jobs`, { prompt: 'Again' }))).jobId;
  const older = await begin();
  const newer = await begin();
  const first = await read<JobListResponse>(await owner.fetch(`${path}/jobs?limit=1`));
  expect([first.jobs.map((job) => job.id), first.next]).toEqual([[newer], newer]);
  const second = await read<JobListResponse>(await owner.fetch(`${path}/jobs?limit=1&before=${newer}`));
  expect(second.jobs.map((job) => job.id)).toEqual([older]);
  for (const [body, field] of [
    [{ prompt: ' ' }, 'prompt'],
    [{ prompt: 'x', model: 'none:such' }, 'model'],
  ] as const) {
    expect([field, (await owner.post(`${path}/jobs`, body)).status]).toEqual([field, 400]);
  }
});

it('steps of a job are listed, and undone or continued only where that is possible', async () => {
  const { jobId } = await read<StartJobResponse>(await owner.post(`${path}/jobs`, { prompt: 'Undo it' }));
  const job = `/api/repository-jobs/${jobId}`;
  expect(await read<JobStepsResponse>(await owner.fetch(`${job}/steps`))).toEqual({ steps: [] });
  for (const [part, body] of [
    ['undo', { turn: 0 }],
    ['continue', { prompt: 'Go on' }],
  ] as const) {
    expect([part, ...(await readError(await owner.post(`${job}/${part}`, body)))]).toEqual([part, 409, 'CONFLICT']);
  }
  for (const [part, body] of [
    ['undo', { turn: -1 }],
    ['undo', {}],
    ['continue', { prompt: ' ' }],
    ['continue', { prompt: 'Go on', model: 'none:such' }],
  ] as const) {
    expect([part, body, (await owner.post(`${job}/${part}`, body)).status]).toEqual([part, body, 400]);
  }
});
