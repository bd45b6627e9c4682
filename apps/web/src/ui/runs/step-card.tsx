import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import type { RunStepView, RunSummary } from '@shipmate/protocol/web/runs';
import { describeCost } from '../../cost/describe-cost.ts';
import { describeTokens } from '../../cost/describe-tokens.ts';
import { Markdown } from '../components/markdown.tsx';
import { LatencyBar } from './latency-bar.tsx';
import { RetryButton } from './retry-button.tsx';
import { ToolCallDetails } from './tool-call-details.tsx';

export interface StepCardProps {
  readonly step: RunStepView;
  /** Approvals of the run's calls. */
  readonly approvals: readonly ApprovalView[];
  /** Duration of the longest step or call of the run, in milliseconds. */
  readonly longestMs: number;
  /** The run, if it can be retried from this step. */
  readonly retry: RunSummary | undefined;
}

/** One turn of the model: its text, usage and tool calls. */
export function StepCard({ step, approvals, longestMs, retry }: StepCardProps) {
  const { turn, model, text, usage, costUsd, durationMs, isKept, toolCalls } = step;
  const name = `Step ${turn + 1}`;
  return (
    <li aria-label={name} className="border-line bg-surface rounded-lg border">
      <div className="space-y-2 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium">{name}</h3>
          <span className="text-muted text-xs">{model ?? 'Waiting for the model'}</span>
          {isKept && (
            <span className="bg-raised text-muted text-2xs rounded px-1.5 py-px">Kept from the earlier run</span>
          )}
          {retry && (
            <span className="ml-auto flex flex-wrap gap-2">
              <RetryButton run={retry} fromStep={turn}>
                Retry from here
              </RetryButton>
            </span>
          )}
        </div>
        {durationMs !== null && <LatencyBar label="Model" ms={durationMs} longestMs={longestMs} />}
        {model !== null && !isKept && (
          <p className="text-muted text-xs tabular-nums">
            {describeTokens(usage)} · {describeCost(costUsd)}
          </p>
        )}
        {text !== '' && (
          <div className="max-h-56 overflow-y-auto">
            <Markdown text={text} />
          </div>
        )}
      </div>
      {toolCalls.map((call) => (
        <ToolCallDetails
          key={call.toolCallId}
          call={call}
          approval={approvals.find(({ toolCallId }) => toolCallId === call.toolCallId)}
          longestMs={longestMs}
        />
      ))}
    </li>
  );
}
