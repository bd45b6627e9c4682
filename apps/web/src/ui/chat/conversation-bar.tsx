import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Ellipsis, History, SquarePen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { describeTotalCost } from '../../cost/describe-cost.ts';
import { toConversationExportPath, useConversations } from '../api/conversations.ts';
import { classNames } from '../components/class-names.ts';
import { IconButton } from '../components/icon-button.tsx';
import { MenuOnDemand } from '../components/menu-on-demand.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useConversationNavigation } from '../router/conversation-address.ts';

const ConversationDropdown = lazyRouteComponent(() => import('./conversation-dropdown.tsx'), 'ConversationDropdown');
const HistoryDialog = lazy(async () => ({ default: (await import('../history/history-dialog.tsx')).HistoryDialog }));

interface ConversationBarProps {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** Undefined until the first message. */
  readonly detail: ConversationDetail | undefined;
}

/** The title and cost of the conversation, and the links to other conversations. */
export function ConversationBar({ workspaceId, conversationId, detail }: ConversationBarProps) {
  const { begin, open } = useConversationNavigation();
  const [isShowingHistory, setShowingHistory] = useState(false);
  const others = useConversations(workspaceId, '').data ?? [];
  const spent = detail?.spent;

  usePaletteActions([
    { id: 'conversation.new', group: 'Chat', label: 'New conversation', run: () => begin(workspaceId) },
    { id: 'conversation.history', group: 'Chat', label: 'Search conversations…', run: () => setShowingHistory(true) },
    ...(detail
      ? (['markdown', 'json'] as const).map((format) => ({
          id: `conversation.export.${format}`,
          group: 'Chat',
          label: `Export the conversation as ${format === 'json' ? 'JSON' : 'Markdown'}`,
          run: () => window.location.assign(toConversationExportPath(conversationId, format)),
        }))
      : []),
    ...others
      .filter(({ id }) => id !== conversationId)
      .map(({ id, title }) => ({
        id: `conversation.${id}`,
        group: 'Conversations',
        label: title ?? 'New conversation',
        run: () => open(workspaceId, id),
      })),
  ]);

  return (
    <div className="border-line flex h-11 shrink-0 items-center gap-1 border-b pr-1.5 pl-4">
      <h2 className={classNames('min-w-0 flex-1 truncate text-xs', detail?.title ? 'font-medium' : 'text-muted')}>
        {detail?.title ?? 'New conversation'}
      </h2>
      {spent !== undefined && spent.answers > 0 && (
        <span className="text-muted text-2xs shrink-0 px-1 tabular-nums">{describeTotalCost(spent)}</span>
      )}
      {detail && (
        <MenuOnDemand
          menu={ConversationDropdown}
          options={{ detail }}
          button={(props) => (
            <IconButton label="Export and cost" {...props}>
              <Ellipsis />
            </IconButton>
          )}
        />
      )}
      <IconButton label="Conversations" onClick={() => setShowingHistory(true)}>
        <History />
      </IconButton>
      <IconButton label="New conversation" onClick={() => begin(workspaceId)}>
        <SquarePen />
      </IconButton>
      {isShowingHistory && (
        <Suspense fallback={null}>
          <HistoryDialog workspaceId={workspaceId} openId={conversationId} onClose={() => setShowingHistory(false)} />
        </Suspense>
      )}
    </div>
  );
}
