import type { SpendRecordView } from '@shipmate/protocol/web/spend';
import { useState } from 'react';
import { SmallSelect } from '../components/small-select.tsx';
import { DataTable } from './data-table.tsx';
import { describeAmount } from './spend-words.ts';
import { sumRecords, type SpendGrouping, type SpendSum } from './sum-records.ts';

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
        caption={`Spent this month by ${noun}`}
        columns={[`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, 'Tokens', 'Cost']}
        rows={sumRecords(records, grouping).map((spent) => ({
          key: spent.key,
          cells: [spent.name, spent.tokens.toLocaleString('en'), describeCost(spent)],
        }))}
      />
    </div>
  );
}

function describeCost({ costUsd, tokens, unpricedTokens }: SpendSum): string {
  if (unpricedTokens === 0) return describeAmount('costUsd', costUsd);
  return unpricedTokens === tokens ? 'unknown' : `at least ${describeAmount('costUsd', costUsd)}`;
}
