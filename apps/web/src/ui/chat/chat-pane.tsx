import type { SessionResponse, WorkspaceResponse } from '@shipmate/protocol';
import { useState } from 'react';
import { useConversation } from '../api/conversation.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { beginConversation } from '../history/conversation-address.ts';
import { Chat } from './chat.tsx';
import { useDraft } from './use-draft.ts';

export interface ChatPaneProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly conversationId: string;
  /** Whether it begins with the next message. */
  readonly isNew: boolean;
  readonly onOpenFile: (path: string) => void;
}

/** One conversation about a workspace, loaded when it is stored. */
export function ChatPane({ session, workspace, conversationId, isNew, onOpenFile }: ChatPaneProps) {
  const [draft, setDraft] = useDraft(workspace.workspace.id);
  const [refusal, setRefusal] = useState<string>();
  const stored = useConversation(conversationId, { isStored: !isNew });

  if (stored.error && !stored.data) {
    const isAbsent = stored.error.code === 'NOT_FOUND';
    return (
      <div className="space-y-3 p-4">
        <ErrorBanner error={stored.error} {...(isAbsent ? {} : { onRetry: () => void stored.refetch() })} />
        {isAbsent && <Button onClick={() => beginConversation(workspace.workspace.id)}>New conversation</Button>}
      </div>
    );
  }
  if (!isNew && !stored.data) {
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
      onRefused={({ reason, text }) => {
        setRefusal(text === '' ? reason : `${reason} Your message is in the box again.`);
        if (text !== '') setDraft([text, draft].filter(Boolean).join('\n'));
        void stored.refetch();
      }}
      refusal={refusal}
      onAsk={() => setRefusal(undefined)}
      reloadError={stored.error}
      draft={draft}
      onDraft={setDraft}
      onOpenFile={onOpenFile}
    />
  );
}
