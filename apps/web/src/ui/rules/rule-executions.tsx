import type { RuleExecutionSummaryView, RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { statusWords } from '../api/run-words.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { ToolData } from '../components/tool-data.tsx';
import { Waiting } from '../components/waiting.tsx';
import { toAge } from '../time/age.ts';
import { useRuleExecution, useRuleExecutions } from './rule-queries.ts';
import { toTypeWords } from './rule-words.ts';

/** Number of executions that the list shows at first, and adds on request. */
const pageLength = 20;
const maxLength = 100;

const stepWords: Readonly<Record<RuleExecutionView['steps'][number]['status'], string>> = {
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
};

/** The executions of a rule, newest first; each opens to its steps. */
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
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="text-xs">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="hover:bg-raised flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left"
      >
        <ChevronRight aria-hidden className={isOpen ? 'size-3.5 rotate-90' : 'size-3.5'} />
        <span className={status === 'failed' ? 'text-removed font-medium' : 'font-medium'}>
          {status === 'waiting' ? stepWords.waiting : statusWords[status]}
        </span>
        <time dateTime={createdAt}>{toAge(new Date(createdAt), new Date())}</time>
        <span className="text-muted wrap-anywhere">
          Row {entityKey}, revision {revision}
        </span>
      </button>
      {error !== null && <p className="text-removed px-4 pb-2.5 pl-11 wrap-anywhere">{error}</p>}
      {isOpen && <ExecutionSteps ruleId={ruleId} executionId={id} />}
    </li>
  );
}

/** The steps of one execution with their inputs and outputs. */
function ExecutionSteps({ ruleId, executionId }: { readonly ruleId: string; readonly executionId: string }) {
  const query = useRuleExecution(ruleId, executionId);
  if (query.error) return <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting>Loading the steps…</Waiting>;
  if (query.data.steps.length === 0) return <p className="text-muted px-4 pb-3 pl-11">No steps yet.</p>;
  return (
    <ol aria-label="Steps" className="space-y-4 px-4 pt-2 pb-4 pl-11">
      {query.data.steps.map((step) => (
        <li key={step.actionId} className="space-y-1.5">
          <p className="flex flex-wrap gap-x-3">
            <span className="font-medium wrap-anywhere">{step.actionName}</span>
            <span className="text-muted">{toTypeWords(step.actionType)}</span>
            <span className={step.status === 'failed' ? 'text-removed' : undefined}>{stepWords[step.status]}</span>
            {step.port !== null && <span>Output “{step.port}”</span>}
            {step.attempt > 1 && <span>Attempt {step.attempt}</span>}
          </p>
          {step.error !== null && <p className="text-removed wrap-anywhere">{step.error}</p>}
          <ToolData label="Configuration" value={step.input} />
          <ToolData label="Result" value={step.output} />
        </li>
      ))}
    </ol>
  );
}
