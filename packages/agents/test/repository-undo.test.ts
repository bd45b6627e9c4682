import { existsSync } from 'node:fs';
import { type ModelRequest, textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { continueJob, discardJob, undoJob } from '../src/index.ts';
import { type Kill, toKillable } from './killable-database.ts';
import { createRepositoryFixture, type RepositoryFixture, resultsIn } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n', 'old.txt': 'old\n' });
});
afterAll(() => opened[Symbol.asyncDispose]());

const write = (content: string) => ({ name: 'writeFile', input: { filePath: 'notes.txt', content } });
const commit = { name: 'gitCommit', input: { message: 'Write two', addAll: true } };

/** Four turns: writes and commits "two", then writes "three" and deletes a file, then answers. */
const steps: readonly (Omit<ScriptedStep, 'when' | 'usage' | 'times'> & { readonly seen: number })[] = [
  { seen: 0, toolCalls: [write('two\n')] },
  { seen: 1, toolCalls: [commit] },
  { seen: 2, toolCalls: [write('three\n'), { name: 'removeFile', input: { filePath: 'old.txt' } }] },
  { seen: 4, text: 'Done.' },
];

function createModel(): ScriptedModel {
  return new ScriptedModel([
    ...steps.map(({ seen, ...step }) => ({
      ...step,
      times: Infinity,
      when: ({ messages }: ModelRequest) => resultsIn(messages).length === seen,
    })),
    { text: 'Continued.', times: Infinity },
  ]);
}

/** Returns the files of a job's branch, and the texts of its conversation. */
async function see(id: string) {
  const { fixture, git, copyOf } = opened;
  const { stores } = fixture.unitOfWork;
  const { branch, conversationId, result, checkpointStore } = await stores.repositoryJobs.get(fixture.principal, id);
  const copy = copyOf(checkpointStore);
  const files = (await git(copy, 'ls-tree', '--name-only', branch)).trim().split('\n');
  const messages = await stores.conversations.listMessages(fixture.principal, conversationId);
  const said = messages.filter(({ runId, message }) => runId === id && message.role !== 'user');
  return {
    notes: (await git(copy, 'show', `${branch}:notes.txt`)).trim(),
    files,
    commits: result?.commits,
    results: said.flatMap(({ message }) => (message.role === 'tool' ? message.content : [])).length,
    text: said.map(({ message }) => textOf(message)).join(''),
  };
}

const both = ['notes.txt', 'old.txt'];

async function doJob(): Promise<string> {
  const id = await opened.begin('Count to three');
  await opened.work(opened.createProcess(createModel()), id);
  expect(await see(id)).toEqual({ notes: 'three', files: ['notes.txt'], commits: 2, results: 4, text: 'Done.' });
  return id;
}

const undo = (jobId: string, turn: number) =>
  opened.fixture.unitOfWork.transaction((stores) => undoJob(stores, opened.fixture.principal, { jobId, turn }));

it('an undo brings back files and conversation of any turn together, asks no model, and can be undone', async () => {
  const id = await doJob();
  const { fixture, createProcess, work } = opened;
  const { stores } = fixture.unitOfWork;
  const expected = [
    { notes: 'one', files: both, commits: 0, results: 0, text: '' },
    { notes: 'two', files: both, commits: 1, results: 1, text: '' },
    { notes: 'two', files: both, commits: 1, results: 2, text: '' },
    { notes: 'three', files: ['notes.txt'], commits: 2, results: 4, text: '' },
  ];
  const model = createModel();
  for (const [turn, state] of expected.entries()) {
    const { id: undone } = await undo(id, turn);
    expect((await undo(id, turn)).id).toBe(undone);
    await work(createProcess(model), undone);
    expect([turn, await see(undone)]).toEqual([turn, state]);
    expect(await stores.runs.get(fixture.principal, undone)).toMatchObject({
      status: 'completed',
      kind: 'repository_job',
    });
  }
  expect(model.requests).toEqual([]);
  expect((await see(id)).notes).toBe('three');
  await expect(undo(id, 4)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Step 5') });
});

it('an undone job is undone further, and continues with its files and conversation', async () => {
  const id = await doJob();
  const { fixture, createProcess, work } = opened;
  const second = await undo(id, 2);
  await work(createProcess(createModel()), second.id);
  const third = await undo(second.id, 1);
  await work(createProcess(createModel()), third.id);
  expect(await see(third.id)).toMatchObject({ notes: 'two', commits: 1, results: 1 });
  const proceed = (jobId: string) =>
    fixture.unitOfWork.transaction((stores) =>
      continueJob(stores, fixture.principal, { jobId, prompt: 'Write four', model: 'test:model' }),
    );
  await expect(proceed(second.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  const { id: last, conversationId } = await proceed(third.id);
  const model = new ScriptedModel([{ toolCalls: [write('four\n')] }, { text: 'Wrote four.' }]);
  await work(createProcess(model), last);
  expect(await see(last)).toMatchObject({ notes: 'four', files: both, text: 'Wrote four.' });
  const [first] = model.requests;
  expect(first?.messages.filter(({ role }) => role === 'user').map(textOf)).toEqual(['Count to three', 'Write four']);
  expect(resultsIn(first?.messages ?? [])).toHaveLength(1);
  const { result } = await fixture.unitOfWork.stores.repositoryJobs.get(fixture.principal, last);
  expect(result?.files).toMatchObject([{ path: 'notes.txt', patch: '@@ -1 +1 @@\n-one\n+four\n' }]);
  await undo(last, 0).then((job) => expect(job.conversationId).toBe(conversationId));
});

it.each([
  ['before its work tree has the files', { write: 1, isStored: false }],
  ['before its result is stored', { write: 2, isStored: false }],
  ['after its result is stored', { write: 2, isStored: true }],
])('an undo is done once when its process dies %s', async (_, kill: Kill) => {
  const id = await doJob();
  const { id: undone } = await undo(id, 1);
  const live = async (killed?: Kill): Promise<void> => {
    const database = toKillable(opened.fixture.unitOfWork, killed);
    const executor = opened.createProcess(createModel(), { unitOfWork: database.unitOfWork, isKillable: true });
    await Promise.race([opened.work(executor, undone), database.died]);
    await database.expireLeases();
  };
  await live(kill);
  await live();
  expect(await see(undone)).toEqual({ notes: 'two', files: both, commits: 1, results: 1, text: '' });
});

it('an active or settled job is not undone, and its checkpoints go with the last job that needs them', async () => {
  const { fixture, begin, createProcess, work, root, tools } = opened;
  const { unitOfWork, principal } = fixture;
  const active = await begin('Wait');
  await expect(undo(active, 0)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('active') });
  await unitOfWork.stores.runs.requestStop(principal, active);
  const id = await doJob();
  const { id: undone } = await undo(id, 1);
  await work(createProcess(createModel()), undone);
  const copy = opened.copyOf(id);
  const store = copy.replace(/git$/u, 'checkpoints');
  const { branch } = await unitOfWork.stores.repositoryJobs.get(principal, id);
  const discard = (jobId: string) =>
    discardJob({ unitOfWork, review: tools.ports.gitReview, root }, principal, {
      jobId,
      signal: new AbortController().signal,
    });
  await discard(id);
  await expect(undo(id, 0)).rejects.toMatchObject({ code: 'CONFLICT', message: 'The job was discarded already.' });
  expect(existsSync(store)).toBe(true);
  expect(await opened.git(copy, 'branch', '--list', branch)).toBe('');
  await discard(undone);
  expect([existsSync(store), existsSync(copy)]).toEqual([false, false]);
});
