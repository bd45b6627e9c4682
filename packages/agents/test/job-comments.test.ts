import { ScriptedModel } from '@shipmate/core/testing';
import type { ChangeRequestPort } from '@shipmate/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerComments, beginRepositoryJob, proposeJob, pushJob, refreshProposal, reviewJob } from '../src/index.ts';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
});

afterAll(() => opened[Symbol.asyncDispose]());

const { signal } = new AbortController();
const request = { number: 7, url: 'https://git.example/acme/shop/pulls/7', state: 'open' } as const;

/** Executes a job that writes a text. */
async function write(text: string, more: { readonly branch: string; readonly conversationId?: string }) {
  const { unitOfWork, principal } = opened.fixture;
  const { id, conversationId } = await unitOfWork.transaction((stores) =>
    beginRepositoryJob(stores, principal, {
      ...more,
      repository: { id: opened.repository.id },
      prompt: `Write ${text}`,
      model: 'test:model',
    }),
  );
  const input = { filePath: 'notes.txt', content: text };
  const model = new ScriptedModel([{ toolCalls: [{ name: 'writeFile', input }] }, { text: 'Done.' }]);
  await opened.work(opened.createProcess(model), id);
  const resources = { unitOfWork, review: opened.tools.ports.gitReview, root: opened.root };
  return {
    id,
    conversationId,
    push: (branch?: string) => pushJob(resources, principal, { jobId: id, branch, signal }),
  };
}

it('a job that answers comments moves the branch of their request forward, whatever its name is', async () => {
  const { unitOfWork, principal } = opened.fixture;
  const first = await write('two\n', { branch: 'main' });
  await first.push('ada/fix');
  await unitOfWork.stores.repositoryJobs.saveChangeRequest(principal, first.id, request);
  const answer = await write('three\n', { branch: 'ada/fix', conversationId: first.conversationId });
  expect(await answer.push()).toMatchObject({ branch: 'ada/fix', created: false });
  expect(await opened.git(opened.source, 'show', 'ada/fix:notes.txt')).toBe('three\n');
});

it('a job that begins on a branch of another conversation is pushed to its own branch', async () => {
  const first = await write('four\n', { branch: 'main' });
  const { branch } = await first.push();
  const other = await write('five\n', { branch });
  const pushed = await other.push();
  expect(pushed).toMatchObject({ created: true });
  expect(pushed.branch).not.toBe(branch);
  expect(await opened.git(opened.source, 'show', `${branch}:notes.txt`)).toBe('four\n');
});

it('a job is not pushed to the default branch in the settings of its repository, whatever the remote names', async () => {
  const { unitOfWork, principal } = opened.fixture;
  const { repositories, repositoryJobs } = unitOfWork.stores;
  const { id, push } = await write('seven\n', { branch: 'main' });
  await repositories.change(principal, opened.repository.id, { defaultBranch: 'release' });
  await expect(push('release')).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'default_branch' } });
  expect(await repositoryJobs.get(principal, id)).toMatchObject({ outcome: 'open' });
  await expect(opened.git(opened.source, 'rev-parse', '--verify', 'refs/heads/release')).rejects.toThrow('failed');
  await repositories.change(principal, opened.repository.id, { defaultBranch: null });
  expect(await push('release')).toMatchObject({ created: true });
});

it('a job keeps the review that was pushed when another one is stored during the push', async () => {
  const { unitOfWork, principal } = opened.fixture;
  const { gitReview } = opened.tools.ports;
  const resources = { unitOfWork, review: gitReview, root: opened.root };
  const { id: jobId } = await write('six\n', { branch: 'main' });
  const review = (squash: boolean) => reviewJob(resources, principal, { jobId, accepted: 'all', squash, signal });
  const slow: typeof gitReview = {
    ...gitReview,
    async pushCommit(...push) {
      await review(true);
      return gitReview.pushCommit(...push);
    },
  };
  const { commit } = await pushJob({ ...resources, review: slow }, principal, { jobId, signal });
  const stored = await unitOfWork.stores.repositoryJobs.get(principal, jobId);
  expect(stored).toMatchObject({ outcome: 'pushed', review: { accepted: 'all', isSquashed: false, commit } });
});

it.each([
  ['shipmate/fix', undefined, 'develop'],
  ['ada/fix', undefined, 'develop'],
  ['ada/fix', 'release', 'release'],
])('answers to comments on %s, asked for %j, are proposed into %s', async (branch, asked, base) => {
  const { unitOfWork, principal } = opened.fixture;
  const { repositoryJobs, runs } = unitOfWork.stores;
  const bases: (string | undefined)[] = [];
  const comment = { author: 'ada', body: 'Why?', path: null, line: null, createdAt: '2026-11-24T10:00:00Z' };
  const hosted = { ...request, title: 'x', base: 'main', head: 'a'.repeat(40), merge: null };
  const changeRequests: ChangeRequestPort = {
    supports: () => true,
    open: async (_, given) => {
      bases.push(given.base);
      return { ...hosted, title: given.title };
    },
    read: async () => hosted,
    listMergeMethods: async () => [],
    merge: () => Promise.reject(new Error('Nobody merges.')),
    listComments: async () => [comment],
  };
  const resources = { unitOfWork, changeRequests };
  const settle = async (id: string) => {
    await repositoryJobs.saveResult(principal, id, { headCommit: 'a'.repeat(40), commits: 1, files: [] });
    await repositoryJobs.settle(principal, id, { outcome: 'pushed', pushedBranch: branch });
    await runs.requestStop(principal, id);
    await opened.work(opened.createProcess(new ScriptedModel([])), id);
  };
  const repository = { remoteUrl: 'https://git.example/acme/shop.git' };
  const begun = { repository, prompt: 'Fix', model: 'test:model', branch: 'develop' };
  let { id } = await unitOfWork.transaction((stores) => beginRepositoryJob(stores, principal, begun));
  await settle(id);
  await proposeJob(resources, principal, { jobId: id, base: asked, signal });
  for (let round = 0; round < 2; round += 1) {
    await refreshProposal(resources, principal, { jobId: id, signal });
    ({ id } = await answerComments(resources, principal, { jobId: id, model: 'test:model', signal }));
    await settle(id);
    await proposeJob(resources, principal, { jobId: id, signal });
  }
  expect(bases).toEqual([base, base, base]);
});
