import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import type { RunToolCallView } from '@shipmate/protocol/web/runs';
import { ChevronRight, Wrench } from 'lucide-react';
import { describeOutcome } from '../approvals/approval-words.ts';
import { EffectLabel } from '../approvals/effect-label.tsx';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { ToolData } from '../components/tool-data.tsx';
import { LatencyBar } from './latency-bar.tsx';

const statusWords: Readonly<Record<RunToolCallView['status'], string>> = {
  waiting: 'Waiting for approval',
  running: 'Running',
  finished: 'Completed',
  failed: 'Failed',
  denied: 'Denied',
  unknown: 'Interrupted',
};

export interface ToolCallDetailsProps {
  readonly call: RunToolCallView;
  /** The approval of the call, if one was required. */
  readonly approval: ApprovalView | undefined;
  /** Duration of the longest step or call of the run, in milliseconds. */
  readonly longestMs: number;
}

/** A tool call: a summary line and, on request, its input and output. */
export function ToolCallDetails({ call, approval, longestMs }: ToolCallDetailsProps) {
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
