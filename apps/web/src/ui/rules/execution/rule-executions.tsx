import type { RuleExecutionSummaryView } from '@shipmate/protocol/web/rule-executions';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { FramedList } from '../../components/framed-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { ruleExecutionAddress } from '../../router/addresses.ts';
import { Link } from '../../router/link.tsx';
import { RunStatusBadge } from '../../runs/run-status-badge.tsx';
import { useRuleExecutions } from './execution-queries.ts';
import { RelativeTime } from '../../time/relative-time.tsx';

/** Number of executions that the list shows at first, and adds on request. */
const pageLength = 20;
const maxLength = 100;

/** The executions of a rule, newest first. */
export function RuleExecutions({ ruleId }: { readonly ruleId: string }) {
  const [limit, setLimit] = useState(pageLength);
  const query = useRuleExecutions(ruleId, limit);
  const count = query.data?.length ?? 0;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Executions</h2>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the executions…</Waiting>}
      {query.data && count === 0 && (
        <p role="status" className="text-muted text-xs">
          No executions yet. The rule executes when a row matches it.
        </p>
      )}
      <FramedList aria-label="Executions">
        {query.data?.map((execution) => (
          <ExecutionRow key={execution.id} ruleId={ruleId} execution={execution} />
        ))}
      </FramedList>
      {count === limit && limit < maxLength && (
        <Button isBusy={query.isFetching} onClick={() => setLimit(Math.min(limit + pageLength, maxLength))}>
          Show more executions
        </Button>
      )}
    </section>
  );
}

interface ExecutionRowProps {
  readonly ruleId: string;
  readonly execution: RuleExecutionSummaryView;
}

function ExecutionRow({ ruleId, execution }: ExecutionRowProps) {
  const { id, status, error, createdAt, revision, entityKey } = execution;
  return (
    <li>
      <Link
        {...ruleExecutionAddress(ruleId, id)}
        className="hover:bg-raised block space-y-1 px-4 py-2.5 text-xs -outline-offset-2"
      >
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <RunStatusBadge run={{ status, isStopping: false, remediation: null }} />
          <RelativeTime at={createdAt} />
          <span className="text-muted wrap-anywhere">
            Row {entityKey}, revision {revision}
          </span>
        </span>
        {error !== null && <span className="text-removed line-clamp-2 wrap-anywhere">{error}</span>}
      </Link>
    </li>
  );
}
