import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import type { RunStepView, RunSummary, RunToolCallView } from '@shipmate/protocol/web/runs';
import { ChevronRight, Wrench } from 'lucide-react';
import { describeDuration } from '../api/run-words.ts';
import { describeOutcome } from '../approvals/approval-words.ts';
import { EffectLabel } from '../approvals/effect-label.tsx';
import { Markdown } from '../components/markdown.tsx';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { ToolData } from '../components/tool-data.tsx';
import { RetryButton } from './retry-button.tsx';
import { Cost, Tokens } from '../components/amount.tsx';

interface StepCardProps {
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
            <Tokens usage={usage} model={model} /> · <Cost usd={costUsd} />
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

const statusWords: Readonly<Record<RunToolCallView['status'], string>> = {
  waiting: 'Waiting for approval',
  running: 'Running',
  finished: 'Completed',
  failed: 'Failed',
  denied: 'Denied',
  unknown: 'Interrupted',
};

interface ToolCallDetailsProps {
  readonly call: RunToolCallView;
  /** The approval of the call, if one was required. */
  readonly approval: ApprovalView | undefined;
  /** Duration of the longest step or call of the run, in milliseconds. */
  readonly longestMs: number;
}

/** A tool call: a summary line and, on request, its input and output. */
function ToolCallDetails({ call, approval, longestMs }: ToolCallDetailsProps) {
  const { name, input, effect, status, output, durationMs } = call;
  return (
    <div className="border-line border-t">
      <details aria-label={`Call of ${name}`} className="group text-xs">
        <summary className="hover:bg-raised flex min-h-9 items-center gap-2 px-4 py-1.5 -outline-offset-2 select-none">
          <Wrench aria-hidden className="text-muted size-3.5 shrink-0" />
          <code className="min-w-0 flex-1 truncate font-mono">{name}</code>
          <EffectLabel effect={effect} />
          <span className={status === 'failed' ? 'text-removed' : 'text-muted'}>{statusWords[status]}</span>
          <ChevronRight
            aria-hidden
            className="text-muted size-3.5 shrink-0 transition-transform group-open:rotate-90"
          />
        </summary>
        <div className="space-y-3 px-4 pt-1 pb-3">
          {approval && <p className="text-muted wrap-anywhere">{describeOutcome(approval)}</p>}
          <ToolData label="Input" value={input} />
          {output !== null && (
            <ToolData
              label={status === 'failed' ? 'Error' : 'Output'}
              value={parseToolOutput(output)}
              isError={status === 'failed'}
            />
          )}
        </div>
      </details>
      {durationMs !== null && (
        <div className="px-4 pb-2.5">
          <LatencyBar label="Tool" ms={durationMs} longestMs={longestMs} />
        </div>
      )}
    </div>
  );
}

interface LatencyBarProps {
  /** Name of the measured step. */
  readonly label: string;
  readonly ms: number;
  /** Duration of the full width. */
  readonly longestMs: number;
}

/** The duration of a step, relative to the longest of the run. */
function LatencyBar({ label, ms, longestMs }: LatencyBarProps) {
  const percent = Math.max(1, Math.min(100, (ms / longestMs) * 100));
  return (
    <div className="flex items-center gap-2 text-2xs tabular-nums">
      <span className="text-muted w-12 shrink-0 truncate">{label}</span>
      <svg aria-hidden className="bg-raised h-1.5 min-w-0 flex-1 rounded-full" preserveAspectRatio="none">
        <rect className="fill-accent" width={`${percent}%`} height="100%" rx="3" />
      </svg>
      <span className="text-muted w-16 shrink-0 text-right">{describeDuration(ms)}</span>
    </div>
  );
}
