import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useConversationDetail, useOwnConversationId } from '../api/conversations.ts';
import { BranchNote } from '../history/branch-note.tsx';
import { useAddressedConversation } from '../router/conversation-address.ts';
import { ChatPane } from './chat-pane.tsx';
import { ConversationBar } from './conversation-bar.tsx';

export interface ChatSectionProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
  readonly onOpenFile: (path: string) => void;
}

/** The conversation in the address, else the most recent one, else a new one. */
export function ChatSection({ session, workspace, onOpenFile }: ChatSectionProps) {
  const addressed = useAddressedConversation();
  const latestId = workspace.conversation?.id;
  const [usual] = useState(() => ({ id: latestId ?? uuidv7(), isNew: latestId === undefined }));
  const { id, isNew } = addressed ?? usual;
  const ownId = useOwnConversationId(id);
  const detail = useConversationDetail(id, { isStored: !isNew || ownId === latestId });
  return (
    <>
      <ConversationBar workspaceId={workspace.workspace.id} conversationId={ownId} detail={detail.data} />
      <BranchNote detail={detail.data} />
      <ChatPane
        key={id}
        session={session}
        workspace={workspace}
        conversationId={id}
        isNew={isNew}
        onOpenFile={onOpenFile}
      />
    </>
  );
}
