import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useParams } from '@tanstack/react-router';
import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../../api/conversation.ts';
import { useSignedInSession } from '../../api/signed-in-session.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { ConversationFrame } from '../../chat/conversation-frame.tsx';
import type { ChatThread } from '../../chat/use-chat-thread.ts';
import { useLiveChat } from '../../chat/use-live-chat.ts';
import { type Issue, PlanFixButton } from '../remediation/plan-fix-button.tsx';

/** A conversation with the cluster agent: questions, tool calls and findings. */
export function ClusterConversationPage() {
  const { conversationId } = useParams({ from: '/cluster/conversations/$conversationId' });
  const session = useSignedInSession();
  return (
    <ConversationFrame
      conversationId={conversationId}
      parent={{ label: 'Cluster', address: { to: '/cluster' } }}
      untitled="Investigation"
    >
      {(thread) => <ClusterChat session={session} thread={thread} />}
    </ConversationFrame>
  );
}

interface ClusterChatProps {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
}

const subject = { contextType: 'cluster' } as const;

/** Answers about clusters name no workspace files. */
const openNothing = () => undefined;

/** A live conversation about a cluster, from which a person can start a remediation. */
function ClusterChat({ session, thread }: ClusterChatProps) {
  const chat = useLiveChat({ session, thread, subject });
  const issue = chat.isAnswering || chat.error ? undefined : toInvestigatedIssue(chat.messages);
  return (
    <ChatView chat={chat} placeholder="Ask about the cluster…" onOpenFile={openNothing}>
      {issue && (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <PlanFixButton {...issue} session={session} />
          <span className="text-muted text-xs">Nothing is changed before you approve it.</span>
        </div>
      )}
    </ChatView>
  );
}

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
