import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useConversationDetail } from '../../api/conversations.ts';
import { useChatThread } from '../../chat/use-chat-thread.ts';
import { PendingPage } from '../../components/pending-page.tsx';
import { BranchNote } from '../../history/branch-note.tsx';
import { TopBar } from '../../navigation/top-bar.tsx';
import { Trail } from '../../navigation/trail.tsx';
import { ClusterChat } from './cluster-chat.tsx';

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
