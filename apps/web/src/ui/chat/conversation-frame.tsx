import { Fragment, type ReactNode } from 'react';
import { useConversationDetail } from '../api/conversations.ts';
import { PendingPage } from '../components/pending-page.tsx';
import { BranchNote } from '../history/branch-note.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Trail, type TrailStep } from '../navigation/trail.tsx';
import { type ChatThread, useChatThread } from './use-chat-thread.ts';

interface ConversationFrameProps {
  readonly conversationId: string;
  /** The page above the conversation. */
  readonly parent: TrailStep;
  /** The heading of a conversation without a title. */
  readonly untitled: string;
  /** Renders the live conversation; called again with a new thread after a reload. */
  readonly children: (thread: ChatThread) => ReactNode;
}

/** The page of a stored conversation without a workspace: its breadcrumbs, and the conversation once it is loaded. */
export function ConversationFrame({ conversationId, parent, untitled, children }: ConversationFrameProps) {
  const { thread, loading } = useChatThread(conversationId, { isNew: false, draftOf: conversationId });
  const detail = useConversationDetail(conversationId, { isStored: true });
  if (!loading.data) return <PendingPage error={loading.error} onRetry={thread.reload} />;
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail parents={[parent]} title={detail.data?.title ?? untitled} />
      </TopBar>
      <main className="mx-auto flex min-h-0 w-full max-w-3xl flex-1 flex-col">
        <BranchNote detail={detail.data} />
        <Fragment key={loading.dataUpdatedAt}>{children(thread)}</Fragment>
      </main>
    </div>
  );
}
