import { expect, it } from 'vitest';
import { toApprovalOutcome, toStepOutcome } from './to-approval-outcome.ts';

const decisions = { a: 'approved', r: 'rejected', '-': null } as const;
const approvers = (text: string) =>
  Array.from(text, (letter, index) => ({
    userId: String(index),
    decision: decisions[letter as keyof typeof decisions],
    decidedAt: null,
    reason: null,
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

it.each([
  ['any, attempt 1', '--', undefined],
  ['all, attempt 1', 'aaa', 'approved'],
  ['all, attempt 1', '--a', undefined],
  ['all, attempt 2', '--a', 'approved'],
  ['any, attempt 2', '--r', 'rejected'],
  ['any, attempt 2', 'a--', 'approved'],
  ['all, attempt 2', 'a--', undefined],
  ['any, attempt 2', '', undefined],
] as const)('the decision of %s of "%s", escalated to the third, is %s', (step, text, outcome) => {
  const [approvalType = '', attempt = ''] = step.split(', attempt ');
  const input = { approval_type: approvalType, escalation_user_id: '2' };
  expect(toStepOutcome({ input, attempt: Number(attempt), approvers: approvers(text) })).toBe(outcome);
});
