import { expect, it } from 'vitest';
import { toApprovalOutcome } from './to-approval-outcome.ts';

const decisions = { a: 'approved', r: 'rejected', '-': null } as const;
const approvers = (text: string) =>
  Array.from(text, (letter, index) => ({
    userId: String(index),
    decision: decisions[letter as keyof typeof decisions],
    decidedAt: null,
  }));

it.each([
  ['any', '--', undefined],
  ['any', 'r-', undefined],
  ['any', 'ra', 'approved'],
  ['any', 'rr', 'rejected'],
  ['all', 'a-', undefined],
  ['all', 'aa', 'approved'],
  ['all', '-r', 'rejected'],
  ['majority', 'aa-', 'approved'],
  ['majority', 'ar-', undefined],
  ['majority', 'rr-', 'rejected'],
  ['majority', 'ar', 'rejected'],
  ['any', '', 'rejected'],
  ['all', '', undefined],
] as const)('the decision of %s of "%s" is %s', (type, text, outcome) => {
  expect(toApprovalOutcome(type, approvers(text))).toBe(outcome);
});
