import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviewJob } from '../src/index.ts';
import { parseStatuses } from '../src/kinds/repository/job-result.ts';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

const conflict = '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({
    'notes.txt': 'one\n',
    'gone.txt': 'gone\n',
    'marked.md': conflict,
    'solved.txt': conflict,
  });
});

afterAll(() => opened[Symbol.asyncDispose]());

/** Executes a job that leaves these files. */
async function leave(files: Readonly<Record<string, string>>, removed: readonly string[] = []) {
  const { unitOfWork, principal } = opened.fixture;
  const id = await opened.begin('Write many files');
  const toolCalls = [
    { name: 'writeFile', input: { filePath: 'notes.txt', content: 'two\n' } },
    ...removed.map((filePath) => ({ name: 'removeFile', input: { filePath } })),
  ];
  const tree = join(opened.root, principal.organizationId, 'jobs', id);
  const write = () => {
    for (const [path, content] of Object.entries(files)) writeFileSync(join(tree, path), content);
    return true;
  };
  await opened.work(opened.createProcess(new ScriptedModel([{ toolCalls }, { text: 'Done.', when: write }])), id);
  const job = await unitOfWork.stores.repositoryJobs.get(principal, id);
  return { id, job, files: job.result?.files ?? [] };
}

it('a result counts every changed file, and a part of a list that is cut is refused', { timeout: 60_000 }, async () => {
  const { unitOfWork, principal } = opened.fixture;
  const many = Array.from({ length: 2_100 }, (_, place) => `f${String(place).padStart(5, '0')}.txt`);
  const { id, job, files } = await leave(Object.fromEntries(many.map((path) => [path, `${path}\n`])));
  expect(files).toHaveLength(2_000);
  expect(job.result?.changedFiles).toBe(2_101);
  const [listed] = await unitOfWork.stores.repositoryJobs.list(principal, { limit: 1 });
  expect(listed).toMatchObject({ id, changedFiles: 2_101 });
  const resources = { unitOfWork, review: opened.tools.ports.gitReview, root: opened.root };
  const { signal } = new AbortController();
  const review = (accepted: Parameters<typeof reviewJob>[2]['accepted']) =>
    reviewJob(resources, principal, { jobId: id, accepted, squash: false, signal });
  const all = files.map(({ path }) => ({ path, hunks: 'all' as const }));
  const refused = { code: 'VALIDATION_ERROR', message: expect.stringContaining('split the work into smaller jobs') };
  await expect(review(all.slice(1))).rejects.toMatchObject(refused);
  await expect(review(all)).rejects.toMatchObject(refused);
  expect(await review('all')).toMatchObject({ commit: job.result?.headCommit });
});

it('a large diff takes the patches of large files only, and states are those of git', { timeout: 60_000 }, async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, place) => `dependency-${place}: 1.2.${place}\n`).join('');
  const large = { 'a.lock': lines(40_000), 'b.lock': lines(40_000), 'c.lock': lines(40_000) };
  const middle = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`m${place}.txt`, lines(5_000)]));
  const { files } = await leave({ ...large, ...middle, 'empty.txt': '', 'data.bin': 'a\0b' }, ['gone.txt']);
  const byPath = new Map(files.map((file) => [file.path, file]));
  expect(byPath.get('notes.txt')).toMatchObject({ status: 'modified', patch: '@@ -1 +1 @@\n-one\n+two\n' });
  expect(byPath.get('gone.txt')).toMatchObject({ status: 'deleted', patch: '@@ -1 +0,0 @@\n-gone\n' });
  for (const path of Object.keys(large)) {
    expect(byPath.get(path)).toMatchObject({ status: 'added', additions: 40_000, patch: null, reason: 'too_large' });
  }
  expect(byPath.get('empty.txt')).toMatchObject({ status: 'added', patch: null, reason: 'no_lines' });
  expect(byPath.get('data.bin')).toMatchObject({ status: 'added', patch: null, reason: 'binary' });
  const patched = Object.keys(middle).filter((path) =>
    byPath.get(path)?.patch?.includes('+dependency-4999: 1.2.4999\n'),
  );
  const bytes = files.reduce((sum, { patch }) => sum + (patch?.length ?? 0), 0);
  expect(patched.length).toBeGreaterThan(10);
  expect(bytes).toBeLessThanOrEqual(2_000_000);
  expect(files.filter(({ patch, reason }) => (patch === null) !== (reason !== undefined))).toEqual([]);
});

it('a result names the files to which a job added markers of a conflict, and keeps them', {
  timeout: 60_000,
}, async () => {
  const names = Array.from({ length: 22 }, (_, place) => `c${String(place).padStart(2, '0')}.txt`);
  const { id, job } = await leave({
    ...Object.fromEntries(names.map((path) => [path, `one\n${conflict}`])),
    'a [b]\n*.txt': `|||||||\r\n${conflict.replaceAll('\n', '\r\n')}`,
    'marked.md': `How a conflict looks:\n${conflict}${conflict}`,
    'solved.txt': 'one\n',
    'heading.rst': 'One\n=======\n\nTwo\n=======\n\nAll\n=======\n',
    'shift.txt': '<<<<<<< HEAD\n>>>>>>> other\n',
    'data.bin': `\0${conflict}`,
  });
  expect(job.result?.conflicted).toEqual({ files: 23, paths: ['a [b]\n*.txt', ...names.slice(0, 19)] });
  expect(await opened.git(opened.copyOf(id), 'show', `${job.branch}:c21.txt`)).toBe(`one\n${conflict}`);
  const next = await leave({ 'shift.txt': '<<<<<<< HEAD\n' });
  expect([next.job.result?.changedFiles, next.job.result?.conflicted]).toEqual([2, undefined]);
});

it('states of a list of git are read whatever the paths are', () => {
  const statuses = parseStatuses('A\0a\tb\0D\0R\0R087\0old\0new\nname\0T\0link\0M\0A\0');
  expect([...statuses]).toEqual([
    ['a\tb', 'added'],
    ['R', 'deleted'],
    ['new\nname', 'renamed'],
    ['link', 'modified'],
    ['A', 'modified'],
  ]);
});
