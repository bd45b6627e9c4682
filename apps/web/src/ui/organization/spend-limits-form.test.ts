import type { SpendLimitsView } from '@shipmate/protocol/web/spend';
import { expect, test } from 'vitest';
import { limitFields, readDraft, toDraft } from './spend-limits-form.tsx';

const none = { tokens: null, costUsd: null };
const limits: SpendLimitsView = {
  organization: { day: none, month: { tokens: 2_000_000, costUsd: 99.5 } },
  user: { day: { tokens: 1, costUsd: null }, month: none },
};

test('readDraft of untouched limits returns the same limits', () => {
  expect(readDraft(toDraft(limits))).toEqual({ limits });
});

test('limitFields has a field for each limit', () => {
  expect(limitFields).toHaveLength(8);
});

test('readDraft accepts amounts with commas and a dollar sign, and reads an empty field as no limit', () => {
  const draft = {
    ...toDraft(limits),
    'organization.month.tokens': ' 3,000,000 ',
    'user.month.costUsd': '$ 12.50',
    'user.day.tokens': ' ',
  };
  expect(readDraft(draft)).toEqual({
    limits: {
      organization: { day: none, month: { tokens: 3_000_000, costUsd: 99.5 } },
      user: { day: none, month: { tokens: null, costUsd: 12.5 } },
    },
  });
});

test.each(['many', '0', '-1', '1.5', '1e16', 'Infinity'])('readDraft rejects %s as a number of tokens', (text) => {
  expect(readDraft({ ...toDraft(limits), 'user.day.tokens': text })).toEqual({
    wrong: { scope: 'user', period: 'day', measure: 'tokens' },
  });
});
