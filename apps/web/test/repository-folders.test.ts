import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noUsage } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type {
  ChartFolderResponse,
  PushJobResponse,
  RepositoryFileResponse,
  RepositoryJobView,
  RepositoryView,
  StartJobResponse,
} from '@shipmate/protocol/web/repositories';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { git as gitIn } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let folder: string;
let source: string;
let web: TestWeb;
let owner: Awaited<ReturnType<TestWeb['signIn']>>;
/** The folder of the organization's clones. */
let clones: string;

const git = async (...args: readonly string[]) => (await gitIn(source, ...args)).trim();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-web-folders-'));
  source = join(folder, 'code', 'shop');
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
  await writeFile(join(source, 'values.yaml'), 'replicas: 1\n');
  await git('init', '--quiet', '--initial-branch=trunk');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  web = await startWeb({ repositories: { root: join(folder, 'clones'), roots: [join(folder, 'code')] } });
  owner = await web.signIn();
  clones = join(folder, 'clones', owner.tenant.principal.organizationId);
});

afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function addRepository(name: string): Promise<string> {
  const { id } = await read<RepositoryView>(await owner.post('/api/repositories', { name, localPath: source }));
  expect((await owner.post(`/api/repositories/${id}/fetch`, {})).status).toBe(204);
  return id;
}

/** Adds a job with a result, and the copy in which it was made. */
async function addJob(repositoryId: string, stopReason: 'final' | 'max_iterations' = 'final') {
  const started = await owner.post(`/api/repositories/${repositoryId}/jobs`, { prompt: 'Scale up' });
  const { jobId, conversationId } = await read<StartJobResponse>(started);
  const { principal } = owner.tenant;
  const { repositoryJobs, runs } = web.unitOfWork.stores;
  await repositoryJobs.saveResult(principal, jobId, {
    headCommit: await git('rev-parse', 'trunk'),
    commits: 1,
    files: [],
  });
  const copies = join(clones, 'copies', repositoryId);
  await git('clone', '--quiet', '--bare', source, join(copies, `${jobId}.git`));
  await mkdir(join(copies, `${jobId}.checkpoints`));
  await mkdir(join(clones, 'jobs', jobId), { recursive: true });
  const lease = { runId: jobId, owner: newId() };
  await runs.claim(jobId, { owner: lease.owner, seconds: 60 });
  const end = {
    status: 'completed',
    stopReason,
    usage: noUsage,
    errorCode: null,
    errorMessage: null,
  } as const;
  await runs.end(lease, end);
  return { jobId, conversationId };
}

/** Opens the chart of a repository, and pushes a change of it back. */
async function pushChart(repositoryId: string): Promise<string> {
  const opened = await owner.post(`/api/repositories/${repositoryId}/charts`, { folder: '' });
  const { workspaceId } = await read<ImportArchiveResponse>(opened);
  const base = `/api/workspaces/${workspaceId}`;
  const { files } = await read<WorkspaceResponse>(await owner.fetch(base));
  const version = files.find(({ path }) => path === 'values.yaml')?.version;
  expect(
    (await owner.send('PUT', `${base}/files`, { path: 'values.yaml', content: 'replicas: 2\n', version })).ok,
  ).toBe(true);
  const pushed = await owner.post(`${base}/push-back`, { message: 'Scale', pending: true });
  expect(pushed.status).toBe(201);
  const { branch } = await read<PushJobResponse>(pushed);
  expect(await git('show', `${branch}:values.yaml`)).toBe('replicas: 2');
  return workspaceId;
}

it('the default branch is the one of the remote, as it was fetched last', async () => {
  const id = await addRepository('branches');
  const readValues = async () =>
    (await read<RepositoryFileResponse>(await owner.fetch(`/api/repositories/${id}/file?path=values.yaml`))).content;
  await git('branch', 'main');
  await git('checkout', '--quiet', '-b', 'next');
  await writeFile(join(source, 'values.yaml'), 'replicas: 9\n');
  await git('commit', '--quiet', '--all', '--message', 'Scale');
  await git('checkout', '--quiet', 'trunk');
  await owner.post(`/api/repositories/${id}/fetch`, {});
  expect(await readValues()).toBe('replicas: 1\n');
  const { commit } = await read<ChartFolderResponse>(await owner.fetch(`/api/repositories/${id}/charts`));
  expect(commit).toBe(await git('rev-parse', 'trunk'));
  await git('checkout', '--quiet', 'next');
  await owner.post(`/api/repositories/${id}/fetch`, {});
  expect(await readValues()).toBe('replicas: 9\n');
  await git('checkout', '--quiet', 'trunk');
});

it('deleting a conversation deletes what its jobs have made, and nothing of others', async () => {
  const id = await addRepository('conversations');
  const [one, other] = [await addJob(id), await addJob(id)];
  expect((await owner.fetch(`/api/conversations/${one.conversationId}`, { method: 'DELETE' })).status).toBe(204);
  const left = [`${other.jobId}.checkpoints`, `${other.jobId}.git`];
  expect((await readdir(join(clones, 'copies', id))).toSorted()).toEqual(left);
  expect(await readdir(join(clones, 'jobs'))).toEqual([other.jobId]);
});

it('deleting a workspace deletes the commits of its chart from this machine', async () => {
  const id = await addRepository('workspaces');
  const [one, other] = [await pushChart(id), await pushChart(id)];
  const heads = await git(`--git-dir=${join(clones, `${id}.git`)}`, 'for-each-ref', '--format=%(refname)');
  expect(heads).not.toMatch(/refs\/(?!remotes\/origin\/)/u);
  expect((await owner.fetch(`/api/workspaces/${one}`, { method: 'DELETE' })).status).toBe(204);
  expect(await readdir(join(clones, 'copies', id))).toEqual([`${other}.git`]);
});

it('removing a repository deletes its clone and all copies', async () => {
  const [id, kept] = [await addRepository('removed'), await addRepository('kept')];
  await addJob(id);
  await pushChart(id);
  await addJob(kept);
  expect((await owner.fetch(`/api/repositories/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect([existsSync(join(clones, `${id}.git`)), existsSync(join(clones, 'copies', id))]).toEqual([false, false]);
  expect([existsSync(join(clones, `${kept}.git`)), existsSync(join(clones, 'copies', kept))]).toEqual([true, true]);
});

it('a job says which limit ended it', async () => {
  const repositoryId = await addRepository('limits');
  const incompleteOf = async (stopReason: 'final' | 'max_iterations') => {
    const { jobId } = await addJob(repositoryId, stopReason);
    return (await read<RepositoryJobView>(await owner.fetch(`/api/repository-jobs/${jobId}`))).incomplete;
  };
  expect(await incompleteOf('final')).toBeNull();
  expect(await incompleteOf('max_iterations')).toMatch(/limit of steps/u);
});
