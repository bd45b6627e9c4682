import type { ConversationListResponse } from '@shipmate/protocol/web/conversations';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { ConversationLink } from './conversation-link.tsx';
import { ConversationMark } from './conversation-mark.tsx';
import { TitleForm } from './title-form.tsx';
import { RelativeTime } from '../time/relative-time.tsx';

interface ConversationRowProps {
  readonly workspaceId: string;
  readonly conversation: ConversationListResponse['conversations'][number];
  /** True when the conversation is on the screen. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRename: (title: string) => void;
  readonly isDeleting: boolean;
  readonly onDelete: () => void;
}

/** One conversation of the list; deleting it requires a second click. */
export function ConversationRow(props: ConversationRowProps) {
  const { workspaceId, conversation, isOpen, onOpen, onRename, isDeleting, onDelete } = props;
  const [mode, setMode] = useState<'show' | 'rename' | 'delete'>('show');
  const title = conversation.title ?? 'New conversation';

  if (mode === 'rename') {
    return (
      <li className="p-2">
        <TitleForm
          title={conversation.title ?? ''}
          onCancel={() => setMode('show')}
          onSave={(next) => {
            setMode('show');
            onRename(next);
          }}
        />
      </li>
    );
  }
  if (mode === 'delete') {
    return (
      <li className="flex flex-wrap items-center gap-2 p-2">
        <p className="min-w-0 flex-1 basis-48 text-xs">
          Delete <span className="font-medium">{title}</span>? This cannot be undone. File changes are kept.
        </p>
        <Button autoFocus onClick={() => setMode('show')}>
          Keep
        </Button>
        <Button variant="danger" isBusy={isDeleting} onClick={onDelete}>
          Delete
        </Button>
      </li>
    );
  }
  return (
    <li className="hover:bg-raised flex items-center gap-1 rounded-md pr-1">
      <ConversationLink
        workspaceId={workspaceId}
        conversationId={conversation.id}
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
        className="min-w-0 flex-1 rounded-md px-2 py-2"
      >
        <span className="flex items-baseline gap-2 text-xs">
          <span className={isOpen ? 'text-accent truncate font-medium' : 'truncate font-medium'}>{title}</span>
          <ConversationMark conversationId={conversation.id} />
          <RelativeTime at={conversation.updatedAt} className="text-muted text-2xs ml-auto shrink-0" />
        </span>
        {conversation.excerpt !== null && (
          <span className="text-muted line-clamp-2 text-2xs wrap-anywhere">{conversation.excerpt}</span>
        )}
      </ConversationLink>
      <IconButton label={`Rename ${title}`} onClick={() => setMode('rename')}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${title}`} onClick={() => setMode('delete')}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
