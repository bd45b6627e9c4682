import type { ToolUsageView } from '@shipmate/protocol/web/spend';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DataTable } from '../components/data-table.tsx';
import { MonthSelect, useMonth } from './month-select.tsx';
import { useToolUsage } from './organization-queries.ts';

/** The calls of tools in a month, by tool and model. */
export function ToolUsageSection() {
  const { month } = useMonth();
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
      <MonthSelect />
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
