import type { RunTrace } from '@shipmate/protocol/web/runs';
import { Navigate, useParams } from '@tanstack/react-router';
import { isActive, toRunTitle } from '../api/run-words.ts';
import { useRunTrace } from '../api/runs-query.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { UnknownCallCard } from '../approvals/unknown-call-card.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { runPageAddress } from '../router/addresses.ts';
import { RunHeader } from './run-header.tsx';
import { StepCard } from './step-card.tsx';

/** One run: its state, its pending decisions, and its steps. Follows the run while it is active. */
export function RunPage() {
  const { runId } = useParams({ from: '/runs/$runId' });
  const trace = useRunTrace(runId);
  if (!trace.data) return <PendingPage error={trace.error} onRetry={() => void trace.refetch()} />;
  const { run } = trace.data;
  if (run.rule) return <Navigate {...runPageAddress(run)} replace />;
  return (
    <DetailPage parents={[{ label: 'Runs', address: { to: '/runs' } }]} title={toRunTitle(run)}>
      <RunHeader trace={trace.data} />
      <RunDecisions trace={trace.data} />
      <StepList trace={trace.data} />
    </DetailPage>
  );
}

/** The decisions that a run waits for. */
function RunDecisions({ trace: { run, approvals, steps } }: { readonly trace: RunTrace }) {
  const unknownCalls = steps.flatMap(({ toolCalls }) => toolCalls.filter(({ status }) => status === 'unknown'));
  const pending = approvals.filter(({ status }) => status === 'pending');
  const { conversationId, endedAt } = run;
  if (pending.length + unknownCalls.length === 0 || endedAt !== null || conversationId === null) return null;
  return (
    <section aria-label="Pending decisions" className="space-y-3">
      {pending.map(({ id }) => (
        <ApprovalCard key={id} approvalId={id} />
      ))}
      {unknownCalls.map(({ toolCallId, name, input }) => (
        <UnknownCallCard
          key={toolCallId}
          conversationId={conversationId}
          toolCallId={toolCallId}
          tool={name}
          input={input}
        />
      ))}
    </section>
  );
}

/** The steps of a run. */
function StepList({ trace }: { readonly trace: RunTrace }) {
  const { run, steps, approvals, lastRetryStep, retryBranches } = trace;
  const longestMs = Math.max(
    1,
    ...steps
      .flatMap(({ durationMs, toolCalls }) => [durationMs, ...toolCalls.map((call) => call.durationMs)])
      .map(Number),
  );
  return (
    <section aria-labelledby="steps" className="space-y-3">
      <h2 id="steps" className="font-semibold">
        Steps
      </h2>
      {retryBranches && steps.length > 0 && !isActive(run) && (
        <p className="text-muted text-xs">
          The conversation continued after this run. A retry starts a new conversation with the messages before it.
          {run.workspaceId !== null && ' Files and their pending changes stay as they are now.'}
        </p>
      )}
      {steps.length === 0 && !isActive(run) && <p className="text-muted">The run ended before its first step.</p>}
      <ol className="space-y-3">
        {steps.map((step) => (
          <StepCard
            key={step.turn}
            step={step}
            approvals={approvals}
            longestMs={longestMs}
            retry={isActive(run) || run.conversationId === null || step.turn > lastRetryStep ? undefined : run}
          />
        ))}
      </ol>
      {run.status === 'running' && <Waiting className="px-0 py-1">The agent is running…</Waiting>}
      {run.status === 'queued' && <Waiting className="px-0 py-1">Waiting for a worker…</Waiting>}
    </section>
  );
}
