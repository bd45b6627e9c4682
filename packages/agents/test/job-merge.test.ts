import { AppError } from '@shipmate/core';
import type { ChangeRequest, ChangeRequestPort } from '@shipmate/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginRepositoryJob, mergeJob, proposeJob, readMergeOptions } from '../src/index.ts';
import { type AgentFixture, closeAgentDatabase, createAgentFixture } from './agent-fixture.ts';

let fixture: AgentFixture;

beforeAll(async () => {
  fixture = await createAgentFixture();
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await closeAgentDatabase();
});

const { signal } = new AbortController();
const head = 'a'.repeat(40);
const url = 'https://git.example/acme/shop/pulls/7';
const request: ChangeRequest = { number: 7, url, title: 'x', state: 'open', base: 'main', head, merge: null };
const merge = { head, commit: 'b'.repeat(40), by: 'ada' };
const order = { commit: head, base: 'main', method: 'squash', signal } as const;
const details = { url, commit: head, base: 'main', method: 'squash' };

/** Begins a job whose branch is pushed, on a host that merges as told. */
async function openPushedJob(
  answer: () => ReturnType<ChangeRequestPort['merge']>,
  place: { readonly remoteUrl: string } | { readonly localPath: string } = {
    remoteUrl: 'https://git.example/acme/shop.git',
  },
) {
  const { unitOfWork, principal } = fixture;
  const begun = { repository: place, prompt: 'Fix', model: 'test:model', branch: 'main' };
  const { id } = await unitOfWork.transaction((stores) => beginRepositoryJob(stores, principal, begun));
  const { repositoryJobs, runs, audit } = unitOfWork.stores;
  await repositoryJobs.saveResult(principal, id, { headCommit: 'e'.repeat(40), commits: 1, files: [] });
  await repositoryJobs.saveReview(principal, id, { accepted: 'all', isSquashed: true, commit: head });
  await repositoryJobs.settle(principal, id, { outcome: 'pushed', pushedBranch: 'shipmate/fix' });
  await runs.requestStop(principal, id);
  const asked: unknown[] = [];
  const changeRequests: ChangeRequestPort = {
    supports: () => true,
    open: async () => request,
    read: async () => request,
    listMergeMethods: async () => ['merge', 'squash'],
    merge: (_, given) => {
      asked.push(given);
      return answer();
    },
    listComments: async () => [],
  };
  const resources = { unitOfWork, changeRequests };
  return {
    id,
    asked,
    resources,
    propose: () => proposeJob(resources, principal, { jobId: id, signal }),
    merge: (more: { readonly commit?: string } = {}) =>
      mergeJob(resources, principal, { ...order, ...more, jobId: id }),
    stored: async () => (await repositoryJobs.get(principal, id)).changeRequest,
    audited: async () =>
      (await audit.list(principal, { limit: 50 }))
        .filter(({ subjectId, kind }) => subjectId === id && kind.startsWith('repository_job_merge'))
        .map((entry) => [entry.kind, entry.details]),
  };
}

const merges = async () => ({ ...request, state: 'merged', merge, wasMerged: false }) as const;

it('a job merges its request at the reviewed commit, and keeps the merge', async () => {
  const job = await openPushedJob(merges);
  await expect(job.merge()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Open one first'),
  });
  await job.propose();
  const options = await readMergeOptions(job.resources, fixture.principal, { jobId: job.id, signal });
  expect(options).toEqual({
    number: 7,
    url,
    state: 'open',
    base: 'main',
    head,
    commit: head,
    methods: ['merge', 'squash'],
    problem: null,
  });
  const merged = { number: 7, url, state: 'merged', merge };
  expect(await job.merge()).toEqual({ ...merged, wasMerged: false });
  expect(job.asked).toEqual([{ number: 7, head, base: 'main', method: 'squash' }]);
  expect(await job.stored()).toEqual({ ...merged, base: 'main' });
  expect(await job.audited()).toEqual([
    ['repository_job_merged', { ...details, mergeCommit: merge.commit }],
    ['repository_job_merge_asked', details],
  ]);
});

it('a job keeps the merge of another and claims none in the audit log', async () => {
  const job = await openPushedJob(async () => ({ ...(await merges()), wasMerged: true }));
  await job.propose();
  expect(await job.merge()).toMatchObject({ state: 'merged', merge, wasMerged: true });
  expect(await job.stored()).toMatchObject({ state: 'merged', merge });
  expect(await job.audited()).toEqual([['repository_job_merge_asked', details]]);
});

it('a refused merge leaves the request open, and its attempt is audited', async () => {
  const job = await openPushedJob(() => Promise.reject(new AppError({ code: 'CONFLICT', message: 'Not approved.' })));
  await job.propose();
  await expect(job.merge()).rejects.toMatchObject({ code: 'CONFLICT', message: 'Not approved.' });
  expect(await job.stored()).toMatchObject({ state: 'open' });
  expect(await job.audited()).toEqual([['repository_job_merge_asked', details]]);
});

it('a job merges no commit but the reviewed one, and nothing of a repository of this machine', async () => {
  const job = await openPushedJob(merges);
  await job.propose();
  await expect(job.merge({ commit: 'e'.repeat(40) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`the job pushed ${head}`),
  });
  expect([job.asked, await job.audited()]).toEqual([[], []]);
  const local = await openPushedJob(merges, { localPath: '/srv/code/shop' });
  await expect(local.merge()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'A repository of this machine has no pull requests.',
  });
});

it("the request of another user's job is not found", async () => {
  const job = await openPushedJob(merges);
  await job.propose();
  const stranger = { ...fixture.principal, userId: crypto.randomUUID() };
  const merging = mergeJob(job.resources, stranger, { ...order, jobId: job.id });
  await expect(merging).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const reading = readMergeOptions(job.resources, stranger, { jobId: job.id, signal });
  await expect(reading).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(job.asked).toEqual([]);
});
