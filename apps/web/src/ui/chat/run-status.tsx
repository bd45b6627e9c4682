import { getToolName, isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';
import { useDecidedApprovals } from '../approvals/approvals-query.ts';
import { type CallQuestion, isOpen, toCallQuestion } from '../approvals/call-question.ts';
import { classNames } from '../components/class-names.ts';
import { Spinner } from '../components/spinner.tsx';
import { summarizeToolCall } from '@shipmate/protocol/web/tool-summary';

interface RunStatusLineProps {
  readonly message: ChatMessage | undefined;
  readonly isAnswering: boolean;
}

/** The agent's current activity: always announced to assistive technology, visible only where nothing else shows it. */
export function RunStatusLine({ message, isAnswering }: RunStatusLineProps) {
  const decided = useDecidedApprovals(isAnswering ? approvalsAskedFor(message) : []);
  const { text, isEvident } = toRunStatus(message, decided);
  const isComplete = !isAnswering && message?.role === 'assistant' && message.metadata?.cutShort === undefined;
  return (
    <div role="status" className="text-muted mt-4 h-4 text-xs">
      {isAnswering && (
        <span className={classNames(isEvident ? 'sr-only' : 'flex items-center gap-2')}>
          <Spinner /> {text}
        </span>
      )}
      {isComplete && <span className="sr-only">The answer is complete.</span>}
    </div>
  );
}

/** The agent's current activity. */
interface RunStatus {
  /** In a few words; changes with each step, not with each token. */
  readonly text: string;
  /** True when the conversation already shows it, by streaming text or a running tool card. */
  readonly isEvident: boolean;
}

/** Reads the agent's current activity from the end of the conversation; approvals in `decided` are not waited for. */
export function toRunStatus(message: ChatMessage | undefined, decided: ReadonlySet<string> = new Set()): RunStatus {
  const parts = message?.role === 'assistant' ? message.parts : [];
  // Data parts about a call follow its tool part.
  const part = parts.findLast(({ type }) => !type.startsWith('data-'));
  if (
    openQuestions(message).some((question) => question.about === 'unknown outcome' || !decided.has(question.approvalId))
  ) {
    return { text: 'Waiting for your decision…', isEvident: true };
  }
  if (part?.type === 'text') return { text: 'Writing the answer…', isEvident: true };
  if (part && isToolUIPart(part) && part.state.startsWith('input-')) {
    const { doing, target } = summarizeToolCall(getToolName(part), part.input);
    return { text: `${`${doing} ${target}`.trim()}…`, isEvident: true };
  }
  return { text: 'Thinking…', isEvident: false };
}

/** Returns the ids of the approvals that a message requests. */
export function approvalsAskedFor(message: ChatMessage | undefined): readonly string[] {
  return openQuestions(message).flatMap((question) => (question.about === 'approval' ? [question.approvalId] : []));
}

function openQuestions(message: ChatMessage | undefined): readonly CallQuestion[] {
  const parts = message?.parts ?? [];
  return parts.flatMap((part) => {
    const question = message && isToolUIPart(part) ? toCallQuestion(part, message) : undefined;
    return question && isOpen(question) ? [question] : [];
  });
}
