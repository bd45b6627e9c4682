import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { describeDuration } from '../../api/run-words.ts';
import { ToolData } from '../../components/tool-data.tsx';
import { Link } from '../../router/link.tsx';
import { stepStateWords } from './step-state.tsx';
import type { StepState } from './to-step-states.ts';

type ExecutedStep = RuleExecutionView['steps'][number];

interface ExecutedStepPanelProps {
  readonly state: StepState;
  /** Undefined for an action that has not begun. */
  readonly step: ExecutedStep | undefined;
}

const explanations: Partial<Readonly<Record<StepState, string>>> = {
  queued: 'The action begins once the actions before it have ended.',
  unreached: 'The execution took another path, or ended before this action.',
  skipped: 'The action is inactive. The execution continued at its default output.',
};

const timeFormat = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });
const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The time, the output, the input and the result of an action. */
export function ExecutedStepPanel({ state, step }: ExecutedStepPanelProps) {
  return (
    <div className="border-line mx-1 space-y-3 rounded-b-md border border-t-0 px-3 py-2 text-xs">
      {explanations[state] !== undefined && <p className="text-muted">{explanations[state]}</p>}
      {step && (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-muted">State</dt>
            <dd>
              {stepStateWords[state]}
              {step.attempt > 1 && (step.actionType === 'seek_approval' ? ', escalated' : `, attempt ${step.attempt}`)}
              {step.isReused && ', taken over from the earlier execution'}
            </dd>
            {step.port !== null && (
              <>
                <dt className="text-muted">Output taken</dt>
                <dd className="font-mono">{step.port}</dd>
              </>
            )}
            <dt className="text-muted">Time</dt>
            <dd className="tabular-nums">{describeTime(step)}</dd>
          </dl>
          {step.isAskingCaller && (
            <p>
              This step waits for your decision.{' '}
              <Link to="/inbox" className="text-accent underline underline-offset-2">
                Open the inbox
              </Link>
            </p>
          )}
          {step.error !== null && <p className="text-removed wrap-anywhere">{step.error}</p>}
          <ToolData label="Input" value={step.input} />
          <ToolData label="Result" value={step.output} />
        </>
      )}
    </div>
  );
}

function describeTime({ startedAt, endedAt, wakesInMs }: ExecutedStep): string {
  const begun = new Date(startedAt);
  const from = timeFormat.format(begun);
  if (endedAt !== null) return `${from}, took ${describeDuration(new Date(endedAt).getTime() - begun.getTime())}`;
  if (wakesInMs === null) return `Since ${from}`;
  const until = new Date(Date.now() + wakesInMs);
  const format = until.toDateString() === begun.toDateString() ? timeFormat : dateFormat;
  return `Since ${from}, until ${format.format(until)}`;
}
