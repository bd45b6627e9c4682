import { useState } from 'react';
import { useChangeConversation, useConversations, useDeleteConversation } from '../api/conversations.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useConversationNavigation } from '../router/conversation-address.ts';
import { ConversationRow } from './conversation-row.tsx';

export interface HistoryDialogProps {
  readonly workspaceId: string;
  /** Id of the conversation on the screen. */
  readonly openId: string;
  readonly onClose: () => void;
}

/** The conversations of a workspace: search, open, rename and delete. */
export function HistoryDialog({ workspaceId, openId, onClose }: HistoryDialogProps) {
  const { begin } = useConversationNavigation();
  const [words, setWords] = useState('');
  const found = useConversations(workspaceId, words.trim());
  const rename = useChangeConversation();
  const remove = useDeleteConversation(workspaceId, (id) => {
    if (id === openId) begin(workspaceId);
  });
  const error = found.error ?? rename.error ?? remove.error;

  return (
    <Dialog isOpen onClose={onClose} title="Conversations" isWide>
      <SearchBox
        label="Search in titles and messages"
        value={words}
        isBusy={found.isFetching}
        autoFocus
        onChange={setWords}
      />
      {error && (
        <ErrorBanner
          error={error}
          {...(found.error
            ? { onRetry: () => void found.refetch() }
            : {
                onDismiss: () => {
                  rename.reset();
                  remove.reset();
                },
              })}
        />
      )}
      <p role="status" className={found.data?.length === 0 ? 'text-muted text-xs' : 'sr-only'}>
        {found.data && describeCount(found.data.length, { isSearch: words.trim() !== '', hasMore: found.hasNextPage })}
      </p>
      <ul aria-label="Conversations" className="divide-line -mx-2 divide-y">
        {found.data?.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            workspaceId={workspaceId}
            conversation={conversation}
            isOpen={conversation.id === openId}
            onOpen={onClose}
            onRename={(title) => rename.mutate({ id: conversation.id, workspaceId, title })}
            isDeleting={remove.isPending && remove.variables === conversation.id}
            onDelete={() => remove.mutate(conversation.id)}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button className="self-center" isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Older conversations
        </Button>
      )}
    </Dialog>
  );
}

function describeCount(count: number, { isSearch, hasMore }: { isSearch: boolean; hasMore: boolean }): string {
  if (count === 0) return isSearch ? 'No matches.' : 'No conversations yet. Send a message to start one.';
  if (hasMore) return `The newest ${count} conversations`;
  return count === 1 ? '1 conversation' : `${count} conversations`;
}
