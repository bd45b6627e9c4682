import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../../api/conversation.ts';
import type { Issue } from '../remediation/plan-fix-button.tsx';

const maxIssueLength = 2_000;

/**
 * What a conversation about a cluster is to have mended: the questions of the person alone, as answers may repeat what anybody wrote
 * into a log, and the cluster that was looked at last. `undefined` while nothing is answered.
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
