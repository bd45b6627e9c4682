import type { SessionResponse } from '@shipmate/protocol/web/session';
import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../../api/conversation.ts';
import { useConversationDetail } from '../../api/conversations.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { type ChatThread, useChatThread } from '../../chat/use-chat-thread.ts';
import { useLiveChat } from '../../chat/use-live-chat.ts';
import { PendingPage } from '../../components/pending-page.tsx';
import { BranchNote } from '../../history/branch-note.tsx';
import { TopBar } from '../../navigation/top-bar.tsx';
import { Trail } from '../../navigation/trail.tsx';
import { type Issue, PlanFixButton } from '../remediation/plan-fix-button.tsx';

export interface ClusterConversationPageProps {
  readonly conversationId: string;
  readonly session: SessionResponse;
}

/** A conversation with the cluster agent: questions, tool calls and findings. */
export function ClusterConversationPage({ conversationId, session }: ClusterConversationPageProps) {
  const { thread, loading } = useChatThread(conversationId, { isNew: false, draftOf: conversationId });
  const detail = useConversationDetail(conversationId, { isStored: true });
  if (!loading.data) return <PendingPage error={loading.error} onRetry={thread.reload} />;
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail parent={{ label: 'Cluster', href: '/cluster' }} title={detail.data?.title ?? 'Investigation'} />
      </TopBar>
      <main className="mx-auto flex min-h-0 w-full max-w-3xl flex-1 flex-col">
        <BranchNote detail={detail.data} />
        <ClusterChat key={loading.dataUpdatedAt} session={session} thread={thread} />
      </main>
    </div>
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
