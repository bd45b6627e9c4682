import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { useParams } from '@tanstack/react-router';
import { Square } from 'lucide-react';
import { useMemo } from 'react';
import { describeDuration } from '../../api/run-words.ts';
import { useStopRun } from '../../api/runs-query.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { PendingPage } from '../../components/pending-page.tsx';
import { ToolData } from '../../components/tool-data.tsx';
import { DetailPage } from '../../navigation/detail-page.tsx';
import { ruleAddress, ruleExecutionAddress } from '../../router/addresses.ts';
import { Link } from '../../router/link.tsx';
import { RunStatusBadge } from '../../runs/run-status-badge.tsx';
import { SaveTestForm } from '../rule-tests.tsx';
import { RuleView } from '../rule-view.tsx';
import { useRuleExecution } from './execution-queries.ts';
import { ExecutedStepPanel } from './executed-step-panel.tsx';
import { RetryForm } from './retry-form.tsx';
import { toExecutionStates } from './to-step-states.ts';
import { RelativeTime } from '../../time/relative-time.tsx';

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** One execution of a rule, drawn on the graph of its revision. Follows the execution while it is active. */
export function RuleExecutionPage() {
  const { ruleId, executionId } = useParams({ from: '/rules/$ruleId/executions/$executionId' });
  const query = useRuleExecution(ruleId, executionId);
  const execution = query.data;
  if (!execution) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const parents = [
    { label: 'Rules', address: { to: '/rules' } },
    { label: execution.ruleName, address: ruleAddress(ruleId) },
  ] as const;
  return (
    <DetailPage parents={parents} title={`Execution of ${timeFormat.format(new Date(execution.createdAt))}`}>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      <ExecutionHeader ruleId={ruleId} execution={execution} />
      <ExecutionGraph execution={execution} />
      <RetryForm key={execution.id} ruleId={ruleId} execution={execution} />
      {execution.endedAt !== null && (
        <SaveTestForm key={`test ${execution.id}`} ruleId={ruleId} execution={execution} />
      )}
    </DetailPage>
  );
}

interface ExecutionHeaderProps {
  readonly ruleId: string;
  readonly execution: RuleExecutionView;
}

function ExecutionHeader({ ruleId, execution }: ExecutionHeaderProps) {
  const { id, status, error, createdAt, endedAt, revision, entity, entityKey, row, isOwn, ruleName } = execution;
  const stop = useStopRun(id);
  const begun = new Date(createdAt);
  return (
    <header className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <span role="status">
          <RunStatusBadge run={{ status, isStopping: stop.isSuccess && endedAt === null, remediation: null }} />
        </span>
        {isOwn && endedAt === null && (
          <Button
            className="ml-auto"
            icon={<Square aria-hidden />}
            isBusy={stop.isPending || stop.isSuccess}
            onClick={() => stop.mutate()}
          >
            Cancel execution
          </Button>
        )}
      </div>
      {stop.error && <ErrorBanner error={stop.error} onDismiss={() => stop.reset()} />}
      {error !== null && <Banner tone="error">{error}</Banner>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-muted">Rule</dt>
        <dd className="min-w-0 wrap-anywhere">
          <Link {...ruleAddress(ruleId)} className="text-accent underline underline-offset-2">
            {ruleName}
          </Link>
          , revision {revision}
        </dd>
        <dt className="text-muted">Row</dt>
        <dd className="min-w-0 wrap-anywhere">
          <Link to="/tables" search={{ entity }} className="text-accent underline underline-offset-2">
            {entity}
          </Link>
          , {entityKey}
        </dd>
        {execution.retryOfId !== null && (
          <>
            <dt className="text-muted">Retry of</dt>
            <dd>
              <Link
                {...ruleExecutionAddress(ruleId, execution.retryOfId)}
                className="text-accent underline underline-offset-2"
              >
                an earlier execution
              </Link>
            </dd>
          </>
        )}
        <dt className="text-muted">Started</dt>
        <dd className="tabular-nums">
          <RelativeTime at={createdAt} />
          {endedAt !== null && `, took ${describeDuration(new Date(endedAt).getTime() - begun.getTime())}`}
        </dd>
      </dl>
      <details className="text-xs">
        <summary className="text-accent w-fit underline underline-offset-2">Row values at the start</summary>
        <div className="border-line bg-surface mt-2 rounded-lg border p-3">
          <ToolData label="Values" value={row} />
        </div>
      </details>
    </header>
  );
}

/** The graph and the list of the actions, with their states. */
function ExecutionGraph({ execution }: { readonly execution: RuleExecutionView }) {
  const states = useMemo(() => toExecutionStates(execution), [execution]);
  return (
    <section aria-label="Steps">
      <RuleView
        definition={execution.definition}
        states={states}
        panelOf={(actionId) => <ExecutedStepPanel state={states.stateOf(actionId)} step={states.stepOf(actionId)} />}
      />
    </section>
  );
}
