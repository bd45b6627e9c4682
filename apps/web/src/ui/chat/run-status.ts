import { getToolName, isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';
import { isOpen, toCallQuestion, type CallQuestion } from '../approvals/call-question.ts';
import { summarizeToolCall } from './tool-summary.ts';

/** What the agent is doing right now. */
export interface RunStatus {
  /** In a few words; changes with each step, not with each word. */
  readonly text: string;
  /** Whether the conversation shows it already, by growing text or a running tool card. */
  readonly isEvident: boolean;
}

/** Reads what the agent is doing from the end of the conversation; approvals that were decided on are no longer waited for. */
export function toRunStatus(message: ChatMessage | undefined, decided: ReadonlySet<string> = new Set()): RunStatus {
  const parts = message?.role === 'assistant' ? message.parts : [];
  // What is said of a call comes after it.
  const part = parts.findLast(({ type }) => !type.startsWith('data-'));
  if (openQuestions(message).some((question) => question.about === 'doubt' || !decided.has(question.approvalId))) {
    return { text: 'Waiting for your decision…', isEvident: true };
  }
  if (part?.type === 'text') return { text: 'Writing the answer…', isEvident: true };
  if (part && isToolUIPart(part) && part.state.startsWith('input-')) {
    const { doing, target } = summarizeToolCall(getToolName(part), part.input);
    return { text: `${`${doing} ${target}`.trim()}…`, isEvident: true };
  }
  return { text: 'Thinking…', isEvident: false };
}

/** The approvals that a message asks for. */
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
