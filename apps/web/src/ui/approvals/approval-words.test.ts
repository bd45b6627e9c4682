import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import { expect, test } from 'vitest';
import { describeExpiry, describeOutcome } from './approval-words.ts';

const asked = { status: 'pending', decidedBy: null, reason: null } as ApprovalView;

test.each([
  [asked, undefined],
  [{ ...asked, status: 'approved', decidedBy: 'user' }, 'Allowed.'],
  [{ ...asked, status: 'used', decidedBy: 'grant' }, 'Approved by a standing grant in this workspace.'],
  [{ ...asked, status: 'denied', decidedBy: 'user' }, 'Denied.'],
  [{ ...asked, status: 'denied', decidedBy: 'user', reason: 'Not today.' }, 'Denied: Not today.'],
  [{ ...asked, status: 'expired' }, 'The approval expired; the call was not made.'],
  [{ ...asked, status: 'cancelled' }, 'The answer was stopped; the call was not made.'],
] as const)('describeOutcome describes %o', (approval, words) => {
  expect(describeOutcome(approval)).toBe(words);
});

test.each([
  [0, 'Expires within a minute'],
  [61, 'Expires in 2 minutes'],
  [119 * 60, 'Expires in 119 minutes'],
  [24 * 3_600, 'Expires in 24 hours'],
])('describeExpiry describes an expiry in %i seconds', (seconds, words) => {
  expect(describeExpiry(new Date(seconds * 1_000), new Date(0))).toBe(words);
});
