import type { ToolUsageView } from '@shipmate/protocol/web/spend';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DataTable } from '../components/data-table.tsx';
import { useToolUsage } from './organization-queries.ts';

const listedMonths = 12;

/** The calls of tools in a month, by tool and model. */
export function ToolUsageSection() {
  const months = listMonths(new Date(), listedMonths);
  const { month: chosen } = useSearch({ from: '/organization' });
  const navigate = useNavigate();
  const month = (months.find(([value]) => value === chosen) ?? months[0])?.[0] ?? '';
  const show = (next: string) =>
    void navigate({
      to: '/organization',
      search: (search) => ({ ...search, month: next }),
      replace: true,
      resetScroll: false,
    });
  const usage = useToolUsage(month);
  return (
    <section aria-labelledby="tool-usage-heading" className="space-y-3">
      <div>
        <h2 id="tool-usage-heading" className="font-semibold">
          Tool usage
        </h2>
        <p className="text-muted text-xs">
          Calls by agents. Repeats are calls with the input of an earlier call in the same run. Tokens are estimated
          from the results as the model saw them.
        </p>
      </div>
      <SmallSelect label="Month" value={month} options={months} onChange={show} />
      {usage.error && <ErrorBanner error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <Waiting>Loading tool usage…</Waiting>}
      {usage.data?.tools.length === 0 && (
        <p className="text-muted text-xs">No tool calls in this month. Calls that agents make appear here.</p>
      )}
      {usage.data && usage.data.tools.length > 0 && (
        <DataTable
          caption={`Tool calls in ${month}, most tokens first`}
          columns={['Tool', 'Model', 'Calls', 'Errors', 'Repeats', 'Result tokens (estimate)']}
          rows={usage.data.tools.map(usageToRow)}
        />
      )}
    </section>
  );
}

function usageToRow({ tool, model, ...counts }: ToolUsageView) {
  const numbers = [counts.calls, counts.errors, counts.repeats, counts.resultTokens];
  return { key: `${tool} ${model}`, cells: [tool, model, ...numbers.map((number) => number.toLocaleString('en'))] };
}

/** Lists months in UTC as `YYYY-MM` with a label, newest first. */
export function listMonths(now: Date, count: number): readonly (readonly [value: string, label: string])[] {
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const label = first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return [first.toISOString().slice(0, 7), label] as const;
  });
}
