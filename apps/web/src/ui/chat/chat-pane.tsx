import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { beginConversation } from '../router/conversation-address.ts';
import { ChartChat } from './chart-chat.tsx';
import { useChatThread } from './use-chat-thread.ts';

export interface ChatPaneProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly conversationId: string;
  /** True when the conversation begins with the next message. */
  readonly isNew: boolean;
  readonly onOpenFile: (path: string) => void;
}

/** One conversation about a workspace; a stored one is loaded first. */
export function ChatPane({ session, workspace, conversationId, isNew, onOpenFile }: ChatPaneProps) {
  const { thread, loading } = useChatThread(conversationId, { isNew, draftOf: workspace.workspace.id });
  const { data, error } = loading;

  if (error && !data) {
    const isAbsent = error.code === 'NOT_FOUND';
    return (
      <div className="space-y-3 p-4">
        <ErrorBanner error={error} {...(isAbsent ? {} : { onRetry: thread.reload })} />
        {isAbsent && <Button onClick={() => beginConversation(workspace.workspace.id)}>New conversation</Button>}
      </div>
    );
  }
  if (!isNew && !data) {
    return (
      <p role="status" className="text-muted flex flex-1 items-center justify-center gap-2 text-xs">
        <Spinner /> Loading the conversation…
      </p>
    );
  }
  return (
    <ChartChat
      key={loading.dataUpdatedAt}
      session={session}
      workspace={workspace}
      thread={thread}
      onOpenFile={onOpenFile}
    />
  );
}
