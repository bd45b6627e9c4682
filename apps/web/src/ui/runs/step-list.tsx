import type { RunTrace } from '@shipmate/protocol/web/runs';
import { Waiting } from '../components/waiting.tsx';
import { StepCard } from './step-card.tsx';
import { isActive } from '../api/run-words.ts';

/** The steps of a run. */
export function StepList({ trace }: { readonly trace: RunTrace }) {
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
            retry={isActive(run) || step.turn > lastRetryStep ? undefined : run}
          />
        ))}
      </ol>
      {run.status === 'running' && <Waiting className="px-0 py-1">The agent is running…</Waiting>}
      {run.status === 'queued' && <Waiting className="px-0 py-1">Waiting for a worker…</Waiting>}
    </section>
  );
}
