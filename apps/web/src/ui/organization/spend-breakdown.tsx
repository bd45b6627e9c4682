import type { SpendRecordView } from '@shipmate/protocol/web/spend';
import { useState } from 'react';
import { SmallSelect } from '../components/small-select.tsx';
import { DataTable } from '../components/data-table.tsx';
import { describeAmount } from './spend-words.ts';

const groupings = [
  ['userId', 'user'],
  ['model', 'model'],
  ['day', 'day'],
] as const satisfies readonly (readonly [SpendGrouping, string])[];

/** This month's tokens by user, model and day. */
export function SpendBreakdown({ records }: { records: readonly SpendRecordView[] }) {
  const [by, setBy] = useState<string>('userId');
  const [grouping, noun] = groupings.find(([value]) => value === by) ?? groupings[0];
  if (records.length === 0) return <p className="text-muted text-xs">No usage this month.</p>;
  return (
    <div className="space-y-2">
      <SmallSelect label="This month by" value={by} options={groupings} onChange={setBy} />
      <DataTable
        caption={`Usage this month by ${noun}`}
        columns={[`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, 'Tokens', 'Cost']}
        rows={sumRecords(records, grouping).map((spent) => ({
          key: spent.key,
          cells: [spent.name, describeTokens(spent), describeCost(spent)],
        }))}
      />
    </div>
  );
}

function describeTokens({ tokens, isEstimated }: SpendSum): string {
  return `${isEstimated ? 'about ' : ''}${tokens.toLocaleString('en')}`;
}

function describeCost({ costUsd, tokens, unpricedTokens }: SpendSum): string {
  if (unpricedTokens === 0) return describeAmount('costUsd', costUsd);
  return unpricedTokens === tokens ? 'unknown' : `at least ${describeAmount('costUsd', costUsd)}`;
}

/** The dimensions by which usage is summed. */
const spendGroupings = ['userId', 'model', 'day'] as const;

type SpendGrouping = (typeof spendGroupings)[number];

/** The usage of one user, of one model or on one day. */
interface SpendSum {
  readonly key: string;
  readonly name: string;
  readonly tokens: number;
  /** True when a part of the tokens is estimated. */
  readonly isEstimated: boolean;
  readonly costUsd: number;
  readonly unpricedTokens: number;
}

/** Sums usage records: days newest first; users and models by tokens, highest first. */
export function sumRecords(records: readonly SpendRecordView[], by: SpendGrouping): readonly SpendSum[] {
  const groups = Map.groupBy(records, (record) => record[by]);
  const sums = [...groups].map(([key, group]) => ({
    key,
    name: by === 'userId' ? (group[0]?.userName ?? 'Deleted user') : key,
    tokens: sumOf(group, 'tokens'),
    isEstimated: group.some((record) => record.isEstimated),
    costUsd: sumOf(group, 'costUsd'),
    unpricedTokens: sumOf(group, 'unpricedTokens'),
  }));
  return by === 'day' ? sums : sums.toSorted((left, right) => right.tokens - left.tokens);
}

function sumOf(records: readonly SpendRecordView[], measure: 'tokens' | 'costUsd' | 'unpricedTokens'): number {
  return records.reduce((total, record) => total + record[measure], 0);
}
