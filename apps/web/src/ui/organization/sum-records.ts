import type { SpendRecordView } from '@shipmate/protocol/web/spend';

/** The dimensions by which usage is summed. */
export const spendGroupings = ['userId', 'model', 'day'] as const;
export type SpendGrouping = (typeof spendGroupings)[number];

/** The usage of one user, of one model or on one day. */
export interface SpendSum {
  readonly key: string;
  readonly name: string;
  readonly tokens: number;
  readonly costUsd: number;
  readonly unpricedTokens: number;
}

/** Sums usage records: days newest first; users and models by tokens, highest first. */
export function sumRecords(records: readonly SpendRecordView[], by: SpendGrouping): readonly SpendSum[] {
  const groups = Map.groupBy(records, (record) => record[by]);
  const sums = [...groups].map(([key, group]) => ({
    key,
    name: by === 'userId' ? (group[0]?.userName ?? 'Deleted user') : key,
    tokens: sum(group, 'tokens'),
    costUsd: sum(group, 'costUsd'),
    unpricedTokens: sum(group, 'unpricedTokens'),
  }));
  return by === 'day' ? sums : sums.toSorted((left, right) => right.tokens - left.tokens);
}

function sum(records: readonly SpendRecordView[], measure: 'tokens' | 'costUsd' | 'unpricedTokens'): number {
  return records.reduce((total, record) => total + record[measure], 0);
}
