import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import type { FileSummary, FileView } from '@shipmate/protocol/web/workspace';
import { getToolName, isToolUIPart } from 'ai';
import { CornerDownLeft } from 'lucide-react';
import { useFiles } from '../api/file-contents.ts';
import type { ChatMessage } from '../api/conversation.ts';
import { useConversationDetail, useOwnConversationId } from '../api/conversations.ts';
import { usePlans } from '../api/plans.ts';
import { usePlanHost } from '../plans/plan-host.ts';
import { isOpen } from '../plans/plan-state.ts';

interface FollowUpsProps extends Omit<FollowUpState, 'files' | 'templates' | 'thought'> {
  readonly files: readonly FileSummary[];
  readonly onAsk: (question: string) => void;
}

/** Suggested questions; none while a plan of the conversation is pending. */
export function FollowUps({ onAsk, ...state }: FollowUpsProps) {
  const { workspaceId, conversationId } = usePlanHost();
  const plans = usePlans(workspaceId);
  const detail = useConversationDetail(conversationId, { isStored: true });
  const ownId = useOwnConversationId(conversationId);
  const templateFiles = state.files.filter(isTemplate);
  const templates = useFiles(workspaceId, templateFiles);
  const isLoading = templateFiles.length > 0 && templates.isPending;
  const questions = suggestFollowUps({ ...state, templates: templates.data ?? [], thought: detail.data?.followUps });
  const hasOpenPlan = plans.data?.some((plan) => plan.conversationId === ownId && isOpen(plan)) ?? false;
  if (hasOpenPlan || isLoading || questions.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="mt-4 flex flex-wrap gap-1.5">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="border-line bg-surface hover:border-edge hover:bg-raised inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-xs transition-colors"
          >
            {question}
            <CornerDownLeft aria-hidden className="text-muted size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The state from which follow-ups are derived. */
export interface FollowUpState {
  readonly files: readonly Pick<FileSummary, 'pendingOp'>[];
  /** The templates, or some of them. */
  readonly templates: readonly Pick<FileView, 'content' | 'contentPending'>[];
  readonly answer: ChatMessage;
  /** Suggestions of a model. */
  readonly thought: ConversationDetail['followUps'] | undefined;
  /** True when the scripted demo model answers, which understands a few requests only. */
  readonly isDemo: boolean;
  /** True when the next answer may change templates, not only values. */
  readonly mayAddTemplates: boolean;
}

const maxFollowUps = 3;

/**
 * Returns a model's suggestions or, without them, questions that fit the chart after an answer; none while suggestions
 * are being generated or when the answer is incomplete.
 */
export function suggestFollowUps(state: FollowUpState): readonly string[] {
  const { files, templates, answer, thought, isDemo, mayAddTemplates } = state;
  if (answer.role !== 'assistant' || answer.metadata?.cutShort) return [];
  if (thought?.runId === answer.id && (thought.questions === null || thought.questions.length > 0)) {
    return thought.questions ?? [];
  }
  const isPending = files.some(({ pendingOp }) => pendingOp !== null);
  const verdict = lastVerdict(answer);
  const kinds = renderedKinds(templates);
  const fitting: readonly (readonly [fits: boolean, question: string, knownToDemo: boolean])[] = [
    [verdict === 'fail', 'Fix the findings of the checks', false],
    [verdict === 'warning', 'Fix the warnings of the checks', false],
    [isPending && verdict === undefined, 'Validate the chart', false],
    [isPending, 'Explain the pending changes', false],
    [mayAddTemplates && kinds.has('Service') && !kinds.has('Ingress'), 'Add an Ingress', true],
    [
      mayAddTemplates && kinds.has('Deployment') && !kinds.has('HorizontalPodAutoscaler'),
      'Add a HorizontalPodAutoscaler',
      true,
    ],
    [kinds.size > 0 && !isPending, 'Explain this chart', true],
  ];
  const asked = fitting.filter(([fits, , knownToDemo]) => fits && (knownToDemo || !isDemo));
  return asked.map(([, question]) => question).slice(0, maxFollowUps);
}

type Verdict = 'pass' | 'warning' | 'fail';

/** Returns the verdict of the newest validation in an answer; a later edit invalidates it. */
function lastVerdict({ parts }: ChatMessage): Verdict | undefined {
  const calls = parts.filter(isToolUIPart).filter(({ state }) => state === 'output-available');
  const last = calls.findLast((call) => getToolName(call) === 'validateChart' || isEdit(call.input));
  if (!last || getToolName(last) !== 'validateChart') return undefined;
  const word = /^(pass|warning|fail)\b/.exec(String(last.output))?.[1];
  return word as Verdict | undefined;
}

function isEdit(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'command' in input && input.command !== 'view';
}

/** Returns true for a template that acceptance keeps. */
export function isTemplate({ path, pendingOp }: Pick<FileSummary, 'path' | 'pendingOp'>): boolean {
  return /(^|\/)templates\//.test(path) && pendingOp !== 'delete';
}

/** Returns the kinds of objects that templates render, as far as their text shows. */
function renderedKinds(templates: FollowUpState['templates']): ReadonlySet<string> {
  const texts = templates.map(({ content, contentPending }) => contentPending ?? content);
  return new Set(texts.flatMap((text) => [...text.matchAll(/^kind: (\w+)/gm)].map(([, kind = '']) => kind)));
}
