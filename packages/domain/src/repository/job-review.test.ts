import { expect, it } from 'vitest';
import { planReview } from './job-review.ts';
import type { JobFileChange } from './repository-job.ts';

const change = { oldPath: null, status: 'modified', additions: 1, deletions: 1 } as const;
const files: readonly JobFileChange[] = [
  { ...change, path: 'a.ts', patch: '@@ -1 +1 @@\n-a\n+A\n@@ -9 +9 @@\n-b\n+B\n' },
  { ...change, path: 'b.png', patch: null },
];
const plan = (accepted: Parameters<typeof planReview>[1]['accepted'], squash = false) =>
  planReview({ files }, { accepted, squash });

it('planReview keeps the commits if everything is accepted, file by file or at once', () => {
  expect(plan('all')).toEqual({ accepted: 'all', isSquashed: false });
  expect(plan('all', true)).toEqual({ accepted: 'all', isSquashed: true });
  const each = [
    { path: 'a.ts', hunks: [1, 0, 1] },
    { path: 'b.png', hunks: 'all' },
  ] as const;
  expect(plan(each)).toEqual({ accepted: 'all', isSquashed: false });
});

it('planReview makes one commit if a hunk is rejected', () => {
  const accepted = [{ path: 'a.ts', hunks: [1] }];
  expect(plan([...accepted, { path: 'b.png', hunks: [] }])).toEqual({ accepted, isSquashed: true });
});

it.each([
  [[], /Nothing/],
  [[{ path: 'a.ts', hunks: [] }], /Nothing/],
  [[{ path: 'a.ts', hunks: [2] }], /0 to 1/],
  [[{ path: 'a.ts', hunks: [-1] }], /0 to 1/],
  [[{ path: 'b.png', hunks: [0] }], /as a whole/],
  [[{ path: '../a.ts', hunks: 'all' as const }], /not a changed file/],
  [
    [
      { path: 'a.ts', hunks: 'all' as const },
      { path: 'a.ts', hunks: [0] },
    ],
    /twice/,
  ],
])('planReview refuses %j', (accepted, message) => {
  expect(() => plan(accepted)).toThrow(message);
});

it.each([
  [3, false],
  [undefined, true],
])('planReview refuses a part of a result whose list is cut (%j changed files)', (changedFiles, isLong) => {
  const listed = isLong
    ? Array.from({ length: 2_000 }, (_, place) => ({ ...change, path: `${place}`, patch: null }))
    : files;
  const cut = { files: listed, changedFiles };
  const each = listed.map(({ path }) => ({ path, hunks: 'all' as const }));
  for (const accepted of [each, each.slice(1)]) {
    expect(() => planReview(cut, { accepted, squash: false })).toThrow(/Accept all changes, or split the work/);
  }
  expect(planReview(cut, { accepted: 'all', squash: false })).toEqual({ accepted: 'all', isSquashed: false });
});

it('planReview accepts a part of a result that lists every changed file', () => {
  const accepted = [{ path: 'b.png', hunks: 'all' as const }];
  expect(planReview({ files, changedFiles: 2 }, { accepted, squash: false })).toEqual({ accepted, isSquashed: true });
});
