import { expect, it } from 'vitest';
import { toBranchTitle } from './branch-title.ts';

it.each([
  ['Three replicas', 2, 'Three replicas (from step 3)'],
  ['Three replicas (from step 3)', 0, 'Three replicas (from step 1)'],
  ['Why (from step 3) fails', 1, 'Why (from step 3) fails (from step 2)'],
])('toBranchTitle titles a branch of "%s" after %i steps "%s"', (title, keptTurns, expected) => {
  expect(toBranchTitle(title, keptTurns)).toBe(expected);
});

it('toBranchTitle limits the title to 120 characters', () => {
  expect(toBranchTitle('word '.repeat(24).trim(), 19)).toMatch(/^(word )+word… \(from step 20\)$/);
  expect(toBranchTitle('x'.repeat(120), 19).length).toBeLessThanOrEqual(120);
});
