import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../../api/conversation.ts';
import type { Issue } from '../remediation/plan-fix-button.tsx';

const maxIssueLength = 2_000;

/**
 * Returns the issue to remediate from a conversation about a cluster: only the person's questions, because answers may
 * repeat untrusted log lines, and the cluster of the last call. Returns `undefined` before the first answer.
 */
export function toInvestigatedIssue(messages: readonly ChatMessage[]): Issue | undefined {
  if (messages.at(-1)?.role !== 'assistant') return undefined;
  const questions = messages
    .filter(({ role }) => role === 'user')
    .map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
  const issue = questions.join('\n').trim().slice(0, maxIssueLength);
  return issue === '' ? undefined : { issue, context: contextOf(messages) };
}

function contextOf(messages: readonly ChatMessage[]): string | undefined {
  for (const part of messages.flatMap(({ parts }) => parts).toReversed()) {
    const input: unknown = isToolUIPart(part) ? part.input : undefined;
    if (typeof input === 'object' && input !== null && 'context' in input && typeof input.context === 'string')
      return input.context || undefined;
  }
  return undefined;
}
