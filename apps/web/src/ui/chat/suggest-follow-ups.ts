import type { ConversationDetail, FileView } from '@shipmate/protocol';
import { getToolName, isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';

/** What follow-ups are derived from. */
export interface FollowUpState {
  readonly files: readonly Pick<FileView, 'path' | 'content' | 'contentPending' | 'pendingOp'>[];
  readonly answer: ChatMessage;
  /** What a model thought of. */
  readonly thought: ConversationDetail['followUps'] | undefined;
  /** Whether the scripted model answers, which understands a few requests only. */
  readonly isDemo: boolean;
  /** Whether the next answer may change templates, and not values alone. */
  readonly mayAddTemplates: boolean;
}

const maxFollowUps = 3;

/**
 * What a model thought of or, where it did not, questions that fit the chart as it is after an answer; none while it thinks, and when
 * the answer did not come to its end.
 */
export function suggestFollowUps(state: FollowUpState): readonly string[] {
  const { files, answer, thought, isDemo, mayAddTemplates } = state;
  if (answer.role !== 'assistant' || answer.metadata?.cutShort) return [];
  if (thought?.runId === answer.id && (thought.questions === null || thought.questions.length > 0)) {
    return thought.questions ?? [];
  }
  const isPending = files.some(({ pendingOp }) => pendingOp !== null);
  const verdict = lastVerdict(answer);
  const kinds = renderedKinds(files);
  const fitting: readonly (readonly [fits: boolean, question: string, knownToDemo: boolean])[] = [
    [verdict === 'fail', 'Fix what the checks found', false],
    [verdict === 'warning', 'Mend the warnings of the checks', false],
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

/** What the newest validation in an answer came to; an edit after it makes it void. */
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

/** The kinds of objects that templates make, as far as their text tells. */
function renderedKinds(files: FollowUpState['files']): ReadonlySet<string> {
  const templates = files.filter(({ path, pendingOp }) => /\/?templates\//.test(path) && pendingOp !== 'delete');
  const texts = templates.map(({ content, contentPending }) => contentPending ?? content);
  return new Set(texts.flatMap((text) => [...text.matchAll(/^kind: (\w+)/gm)].map(([, kind = '']) => kind)));
}
