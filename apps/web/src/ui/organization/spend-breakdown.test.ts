import type { SpendRecordView } from '@shipmate/protocol/web/spend';
import { expect, test } from 'vitest';
import { sumRecords } from './spend-breakdown.tsx';

type Given = Pick<SpendRecordView, 'day' | 'userId' | 'model'>;

const record = ({ day, userId, model }: Given, tokens: number): SpendRecordView => ({
  day,
  userId,
  userName: userId === 'gone' ? null : userId.toUpperCase(),
  model,
  inputTokens: tokens,
  outputTokens: 0,
  tokens,
  costUsd: tokens / 10,
  unpricedTokens: model === 'x:y' ? tokens : 0,
  isEstimated: model === 'x:y',
});
const records = [
  record({ day: '2026-11-22', userId: 'ann', model: 'a:b' }, 1),
  record({ day: '2026-11-22', userId: 'gone', model: 'x:y' }, 5),
  record({ day: '2026-11-21', userId: 'ann', model: 'x:y' }, 10),
];

test('sumRecords sums by user, highest usage first', () => {
  expect(sumRecords(records, 'userId')).toEqual([
    { key: 'ann', name: 'ANN', tokens: 11, isEstimated: true, costUsd: 1.1, unpricedTokens: 10 },
    { key: 'gone', name: 'Deleted user', tokens: 5, isEstimated: true, costUsd: 0.5, unpricedTokens: 5 },
  ]);
});

test('sumRecords sums by model', () => {
  expect(sumRecords(records, 'model').map(({ name, tokens }) => [name, tokens])).toEqual([
    ['x:y', 15],
    ['a:b', 1],
  ]);
});

test('sumRecords sums by day, newest first', () => {
  expect(sumRecords(records, 'day').map(({ name, tokens }) => [name, tokens])).toEqual([
    ['2026-11-22', 6],
    ['2026-11-21', 10],
  ]);
});
