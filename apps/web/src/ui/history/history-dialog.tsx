import { Search } from 'lucide-react';
import { useState } from 'react';
import { useConversations, useDeleteConversation, useRenameConversation } from '../api/conversations.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { beginConversation } from '../router/conversation-address.ts';
import { ConversationRow } from './conversation-row.tsx';

export interface HistoryDialogProps {
  readonly workspaceId: string;
  /** Id of the conversation on the screen. */
  readonly openId: string;
  readonly onClose: () => void;
}

/** The conversations of a workspace: search, open, rename and delete. */
export function HistoryDialog({ workspaceId, openId, onClose }: HistoryDialogProps) {
  const [words, setWords] = useState('');
  const found = useConversations(workspaceId, words.trim());
  const rename = useRenameConversation(workspaceId);
  const remove = useDeleteConversation(workspaceId, (id) => {
    if (id === openId) beginConversation(workspaceId);
  });
  const error = found.error ?? rename.error ?? remove.error;

  return (
    <Dialog isOpen onClose={onClose} title="Conversations" isWide>
      <label className="border-edge focus-within:border-accent focus-within:ring-accent flex items-center gap-2 rounded-lg border px-3 focus-within:ring-1">
        <Search aria-hidden className="text-muted size-3.5 shrink-0" />
        <span className="sr-only">Search in titles and messages</span>
        <input
          type="search"
          autoFocus
          value={words}
          maxLength={200}
          placeholder="Search in titles and messages"
          onChange={(event) => setWords(event.target.value)}
          className="placeholder:text-muted h-9 min-w-0 flex-1 bg-transparent outline-none"
        />
        {found.isFetching && <Spinner />}
      </label>
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
        {found.data && describeCount(found.data.length, words.trim() !== '')}
      </p>
      <ul aria-label="Conversations" className="divide-line -mx-2 divide-y">
        {found.data?.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            workspaceId={workspaceId}
            conversation={conversation}
            isOpen={conversation.id === openId}
            onOpen={onClose}
            onRename={(title) => rename.mutate({ id: conversation.id, title })}
            isDeleting={remove.isPending && remove.variables === conversation.id}
            onDelete={() => remove.mutate(conversation.id)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function describeCount(count: number, isSearch: boolean): string {
  if (count === 0) return isSearch ? 'No matches.' : 'No conversations yet. Send a message to start one.';
  return count === 1 ? '1 conversation' : `${count} conversations`;
}
