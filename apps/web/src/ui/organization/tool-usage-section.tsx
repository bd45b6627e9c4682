import type { ToolUsageView } from '@shipmate/protocol/web/spend';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
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
          columns={columns}
          rows={usage.data.tools}
          keyOf={({ tool, model }) => `${tool} ${model}`}
        />
      )}
    </section>
  );
}

const columns: readonly TableColumn<ToolUsageView>[] = [
  { id: 'tool', label: 'Tool', text: ({ tool }) => tool },
  { id: 'model', label: 'Model', text: ({ model }) => model },
  toCountColumn('calls', 'Calls'),
  toCountColumn('errors', 'Errors'),
  toCountColumn('repeats', 'Repeats'),
  toCountColumn('resultTokens', 'Result tokens (estimate)'),
];

type Count = 'calls' | 'errors' | 'repeats' | 'resultTokens';

function toCountColumn(id: Count, label: string): TableColumn<ToolUsageView> {
  return { id, label, align: 'end', text: (usage) => usage[id].toLocaleString('en'), sortBy: (usage) => usage[id] };
}
