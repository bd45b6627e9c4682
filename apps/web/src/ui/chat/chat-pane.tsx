import type { SessionResponse, WorkspaceResponse } from '@shipmate/protocol';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useConversation } from '../api/conversation.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { Chat } from './chat.tsx';

export interface ChatPaneProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly onOpenFile: (path: string) => void;
}

/** The conversation about a workspace: the one that is stored, or a new one that begins with the first message. */
export function ChatPane({ session, workspace, onOpenFile }: ChatPaneProps) {
  const [storedId] = useState(workspace.conversation?.id ?? null);
  const [newId] = useState(uuidv7);
  const stored = useConversation(storedId);

  if (stored.error) {
    return (
      <div className="p-4">
        <ErrorBanner error={stored.error} onRetry={() => void stored.refetch()} />
      </div>
    );
  }
  if (storedId !== null && !stored.data) {
    return (
      <p role="status" className="text-muted flex flex-1 items-center justify-center gap-2 text-xs">
        <Spinner /> Loading the conversation…
      </p>
    );
  }
  return (
    <Chat
      session={session}
      workspace={workspace}
      conversation={stored.data ?? { id: newId, messages: [], activeRunId: null }}
      onOpenFile={onOpenFile}
    />
  );
}
