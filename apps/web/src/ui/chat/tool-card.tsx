import { dropFences } from '@shipmate/core';
import { type DynamicToolUIPart, getToolName, type ToolUIPart } from 'ai';
import { Check, CircleSlash, CircleX, FilePen, FilePlus2, FileSearch, Hand, Search, Wrench } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { Button } from '../components/button.tsx';
import { Chevron } from '../components/chevron.tsx';
import { classNames } from '../components/class-names.ts';
import { DiffBlock } from '../components/diff-block.tsx';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { Spinner } from '../components/spinner.tsx';
import { ToolData } from '../components/tool-data.tsx';
import { Waiting } from '../components/waiting.tsx';
import { PlanCard } from '../plans/plan-card.tsx';
import { summarizeToolCall, type ToolKind, toToolCallName } from '@shipmate/protocol/web/tool-summary';

const icons: Record<ToolKind, typeof Wrench> = {
  read: FileSearch,
  create: FilePlus2,
  edit: FilePen,
  'look-up': Search,
  other: Wrench,
};

type CardState = ToolState | 'waiting';

const stateLabels: Record<CardState, string> = {
  preparing: 'Preparing',
  running: 'Running',
  waiting: 'Waiting for approval',
  done: 'Completed',
  failed: 'Failed',
  stopped: 'Cancelled',
};

interface ToolCardProps {
  readonly part: DynamicToolUIPart | ToolUIPart;
  readonly isAnswering: boolean;
  /** True when the answer waits for a decision about the call. */
  readonly isWaiting: boolean;
  readonly onOpenFile: (path: string) => void;
}

// The graph of a rule is large: its code is loaded with the first preview.
const RulePreviewCard = lazy(async () => ({
  default: (await import('../rules/rule-preview-card.tsx')).RulePreviewCard,
}));

/** Tools whose result is the preview of a rule. */
const previewTools: ReadonlySet<string> = new Set(['preview_workflow', 'preview_draft']);

/** One tool call: a summary line and, on request, its input and output. */
export function ToolCard({ part, isAnswering, isWaiting, onOpenFile }: ToolCardProps) {
  const toolName = getToolName(part);
  if (toolName === 'proposePlan' && part.state === 'output-available') return <PlanCard output={part.output} />;
  if (previewTools.has(toolName) && part.state === 'output-available') {
    return (
      <Suspense fallback={<Waiting>Loading the preview…</Waiting>}>
        <RulePreviewCard output={part.output} />
      </Suspense>
    );
  }
  const state = isWaiting ? 'waiting' : toToolState(part, isAnswering);
  const summary = summarizeToolCall(toolName, part.input);
  const { kind, target, path } = summary;
  const verb = toVerb(state, summary);
  const Icon = icons[kind];
  return (
    <details
      aria-label={toToolCallName(toolName, part.input)}
      className="group border-line bg-surface rounded-lg border text-xs [details+&]:-mt-1.5"
    >
      <summary className="hover:bg-raised flex min-h-8 items-center gap-2 rounded-lg px-2.5 py-1 select-none">
        <Icon aria-hidden className="text-muted size-3.5 shrink-0" />
        <span className="min-w-0 flex-1 truncate">
          {verb !== undefined && <span className="text-muted">{verb} </span>}
          <span className="font-mono">{target}</span>
        </span>
        <StateMark state={state} />
        <Chevron />
      </summary>
      <div className="border-line space-y-3 border-t p-2.5">
        <ToolData label="Input" value={part.input} />
        {part.state === 'output-available' && <ToolOutput output={part.output} isDiff={kind === 'edit'} />}
        {part.state === 'output-error' && <ToolData label="Error" value={dropFences(part.errorText)} isError />}
        <div className="flex items-center justify-between gap-2">
          <code className="text-muted text-2xs">{toolName}</code>
          {path !== undefined && <Button onClick={() => onOpenFile(path)}>Open file</Button>}
        </div>
      </div>
    </details>
  );
}

function StateMark({ state }: { state: CardState }) {
  const className = classNames(
    'flex shrink-0 items-center gap-1 text-2xs',
    state === 'done' ? 'text-added' : state === 'failed' ? 'text-removed' : 'text-muted',
  );
  return (
    <span className={className}>
      {state === 'done' && <Check aria-hidden className="size-3.5" />}
      {state === 'failed' && <CircleX aria-hidden className="size-3.5" />}
      {state === 'stopped' && <CircleSlash aria-hidden className="size-3.5" />}
      {state === 'waiting' && <Hand aria-hidden className="size-3.5" />}
      {(state === 'preparing' || state === 'running') && <Spinner />}
      <span className={state === 'done' ? 'sr-only' : undefined}>{stateLabels[state]}</span>
    </span>
  );
}

/** The result of a tool; an edit's result is shown as a diff. */
function ToolOutput({ output, isDiff }: { output: unknown; isDiff: boolean }) {
  if (!isDiff || typeof output !== 'string') return <ToolData label="Output" value={parseToolOutput(output)} />;
  return (
    <div className="space-y-1.5">
      <div className="text-muted text-2xs font-medium">Output</div>
      <DiffBlock text={dropFences(output)} />
    </div>
  );
}

const stoppedSchema = z.object({ code: z.literal('ABORTED') });

/** The state of a tool call, as shown to a person. */
type ToolState = 'preparing' | 'running' | 'done' | 'failed' | 'stopped';

/** Returns the verb before the target of a call; a call that waits, failed or was stopped did not do what a verb would say. */
export function toVerb(state: CardState, { doing, done }: { doing: string; done: string }): string | undefined {
  if (state === 'done') return done;
  return state === 'preparing' || state === 'running' ? doing : undefined;
}

/** Reads the state of a tool part; an open call of a message that is no longer streaming was stopped. */
export function toToolState(part: DynamicToolUIPart | ToolUIPart, isAnswering: boolean): ToolState {
  switch (part.state) {
    case 'output-available':
      return 'done';
    case 'output-error':
      return stoppedSchema.safeParse(parseToolOutput(part.errorText)).success ? 'stopped' : 'failed';
    case 'output-denied':
      return 'failed';
    case 'input-streaming':
      return isAnswering ? 'preparing' : 'stopped';
    default:
      return isAnswering ? 'running' : 'stopped';
  }
}
