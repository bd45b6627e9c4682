import type { SpendRecordView } from '@shipmate/protocol/web/spend';
import { useState } from 'react';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { MonthSelect, useMonth } from './month-select.tsx';
import { useSpend } from './organization-queries.ts';
import { describeAmount } from './spend-words.ts';

const groupings = [
  ['userId', 'user'],
  ['model', 'model'],
  ['day', 'day'],
] as const satisfies readonly (readonly [SpendGrouping, string])[];

/** A month's cost, and its tokens by user, model and day. */
export function SpendBreakdown() {
  const { month, label } = useMonth();
  const { data, error, isPending, refetch } = useSpend(month);
  return (
    <div className="space-y-3">
      <MonthSelect />
      {error && <ErrorBanner error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting>Loading the usage…</Waiting>}
      {data && <MonthlyUsage records={data.records} label={label} />}
    </div>
  );
}

interface MonthlyUsageProps {
  readonly records: readonly SpendRecordView[];
  /** The month, such as `November 2026`. */
  readonly label: string;
}

function MonthlyUsage({ records, label }: MonthlyUsageProps) {
  const [by, setBy] = useState<string>('userId');
  const [grouping, noun] = groupings.find(([value]) => value === by) ?? groupings[0];
  const total = toSum('total', records);
  return (
    <div className="space-y-2">
      <p className="text-sm tabular-nums">
        Total in {label}: {describeCost(total)}, {describeTokens(total)} tokens
      </p>
      {records.length > 0 && (
        <>
          <SmallSelect label="By" value={by} options={groupings} onChange={setBy} />
          <DataTable
            caption={`Usage in ${label} by ${noun}`}
            columns={[
              {
                id: 'name',
                label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
                text: ({ name }) => name,
              },
              ...amountColumns,
            ]}
            rows={sumRecords(records, grouping)}
            keyOf={({ key }) => key}
          />
        </>
      )}
    </div>
  );
}

const amountColumns: readonly TableColumn<SpendSum>[] = [
  { id: 'tokens', label: 'Tokens', align: 'end', text: describeTokens, sortBy: ({ tokens }) => tokens },
  { id: 'cost', label: 'Cost', align: 'end', text: describeCost, sortBy: ({ costUsd }) => costUsd },
];

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
  const sums = [...groups].map(([key, group]) =>
    toSum(key, group, by === 'userId' ? (group[0]?.userName ?? 'Deleted user') : key),
  );
  return by === 'day' ? sums : sums.toSorted((left, right) => right.tokens - left.tokens);
}

function toSum(key: string, records: readonly SpendRecordView[], name: string = key): SpendSum {
  return {
    key,
    name,
    tokens: sumOf(records, 'tokens'),
    isEstimated: records.some((record) => record.isEstimated),
    costUsd: sumOf(records, 'costUsd'),
    unpricedTokens: sumOf(records, 'unpricedTokens'),
  };
}

function sumOf(records: readonly SpendRecordView[], measure: 'tokens' | 'costUsd' | 'unpricedTokens'): number {
  return records.reduce((total, record) => total + record[measure], 0);
}
