import type { SessionResponse, WorkspaceResponse } from '@shipmate/protocol';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useConversation } from '../api/conversation.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { Chat } from './chat.tsx';
import { useDraft } from './use-draft.ts';

export interface ChatPaneProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly onOpenFile: (path: string) => void;
}

/** The conversation about a workspace: the one that is stored, or a new one that begins with the first message. */
export function ChatPane({ session, workspace, onOpenFile }: ChatPaneProps) {
  const [isStored] = useState(workspace.conversation !== null);
  const [conversationId] = useState(() => workspace.conversation?.id ?? uuidv7());
  const [draft, setDraft] = useDraft(workspace.workspace.id);
  const stored = useConversation(conversationId, { isStored });

  if (stored.error && !stored.data) {
    return (
      <div className="p-4">
        <ErrorBanner error={stored.error} onRetry={() => void stored.refetch()} />
      </div>
    );
  }
  if (isStored && !stored.data) {
    return (
      <p role="status" className="text-muted flex flex-1 items-center justify-center gap-2 text-xs">
        <Spinner /> Loading the conversation…
      </p>
    );
  }
  return (
    <Chat
      key={stored.dataUpdatedAt}
      session={session}
      workspace={workspace}
      conversation={stored.data ?? { id: conversationId, messages: [], activeRunId: null }}
      onReload={() => void stored.refetch()}
      reloadError={stored.error}
      draft={draft}
      onDraft={setDraft}
      onOpenFile={onOpenFile}
    />
  );
}
