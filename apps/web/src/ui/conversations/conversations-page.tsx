import { useNavigate, useSearch } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Pencil } from 'lucide-react';
import { useState } from 'react';
import { type ConversationEntry, useAllConversations } from '../api/all-conversations.ts';
import { useChangeConversation } from '../api/conversations.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ConversationMark } from '../history/conversation-mark.tsx';
import { TitleForm } from '../history/title-form.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { Link } from '../router/link.tsx';
import { parseConversationsSearch } from './conversations-search.ts';
import { describeSubject, toEntryAddress } from './conversation-words.ts';
import { RelativeTime } from '../time/relative-time.tsx';

const filters = [
  ['', 'Open'],
  ['archived', 'Archived'],
] as const;

/** The person's conversations of all kinds: search, open, rename and archive. */
export function ConversationsPage() {
  const { q = '', show } = useSearch({ from: '/conversations' });
  const navigate = useNavigate();
  const found = useAllConversations({ words: q.trim(), isArchived: show === 'archived' });
  const change = useChangeConversation();
  const error = found.error ?? change.error;
  function update(next: Readonly<Record<string, unknown>>) {
    const search = parseConversationsSearch({ q, show, ...next });
    void navigate({ to: '/conversations', search, replace: true, resetScroll: false });
  }
  return (
    <ListPage
      title="Conversations"
      actions={
        <SmallSelect
          label="Show"
          value={show ?? ''}
          options={filters}
          onChange={(chosen) => update({ show: chosen })}
        />
      }
    >
      <SearchBox
        label="Search in titles and messages"
        value={q}
        isBusy={found.isFetching}
        onChange={(words) => update({ q: words === '' ? undefined : words })}
      />
      {error && <ErrorBanner error={error} onRetry={() => void (found.error ? found.refetch() : change.reset())} />}
      {found.isPending && <Waiting>Loading the conversations…</Waiting>}
      <p role="status" className={found.data?.length === 0 ? 'text-muted py-10 text-center' : 'sr-only'}>
        {found.data &&
          describeCount(found.data.length, { isSearch: q.trim() !== '', show, hasMore: found.hasNextPage })}
      </p>
      <FramedList aria-label="Conversations">
        {found.data?.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onRename={(title) => change.mutate({ id: entry.id, workspaceId: entry.workspaceId, title })}
            onArchive={() =>
              change.mutate({ id: entry.id, workspaceId: entry.workspaceId, isArchived: !entry.isArchived })
            }
          />
        ))}
      </FramedList>
      {found.hasNextPage && (
        <Button className="self-center" isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Older conversations
        </Button>
      )}
    </ListPage>
  );
}

interface EntryRowProps {
  readonly entry: ConversationEntry;
  readonly onRename: (title: string) => void;
  readonly onArchive: () => void;
}

/** One conversation: its subject, its state and the matching message. */
function EntryRow({ entry, onRename, onArchive }: EntryRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const title = entry.title ?? 'New conversation';
  const address = toEntryAddress(entry);
  if (isRenaming) {
    return (
      <li className="p-2">
        <TitleForm
          title={entry.title ?? ''}
          onCancel={() => setRenaming(false)}
          onSave={(next) => {
            setRenaming(false);
            onRename(next);
          }}
        />
      </li>
    );
  }
  const content = (
    <>
      <span className="flex items-baseline gap-2">
        <span className="truncate font-medium">{title}</span>
        <ConversationMark conversationId={entry.id} />
      </span>
      <span className="text-muted flex gap-3 text-xs">
        <span className="truncate">{describeSubject(entry)}</span>
        <RelativeTime at={entry.updatedAt} className="ml-auto shrink-0" />
      </span>
      {entry.excerpt !== null && <span className="text-muted line-clamp-2 text-xs wrap-anywhere">{entry.excerpt}</span>}
    </>
  );
  return (
    <li className="hover:bg-raised flex items-center gap-1 pr-2">
      {address ? (
        <Link {...address} className="min-w-0 flex-1 space-y-0.5 px-4 py-2.5 -outline-offset-2">
          {content}
        </Link>
      ) : (
        <div className="min-w-0 flex-1 space-y-0.5 px-4 py-2.5">{content}</div>
      )}
      <IconButton label={`Rename ${title}`} onClick={() => setRenaming(true)}>
        <Pencil />
      </IconButton>
      <IconButton label={`${entry.isArchived ? 'Restore' : 'Archive'} ${title}`} onClick={onArchive}>
        {entry.isArchived ? <ArchiveRestore /> : <Archive />}
      </IconButton>
    </li>
  );
}

function describeCount(
  count: number,
  list: { readonly isSearch: boolean; readonly show: 'archived' | undefined; readonly hasMore: boolean },
): string {
  if (list.hasMore) return `The newest ${count} conversations`;
  if (count > 0) return count === 1 ? '1 conversation' : `${count} conversations`;
  if (list.isSearch) return 'No matches.';
  return list.show === 'archived'
    ? 'No archived conversations.'
    : 'No conversations yet. Start one on Home, in a workspace or on the cluster page.';
}
