import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChatSection } from '../chat/chat-section.tsx';
import { addToDraft } from '../chat/use-draft.ts';
import { classNames } from '../components/class-names.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { FilesSection } from './files-section.tsx';
import { PendingBadge } from './pending-badge.tsx';
import { useChosenFile } from './use-chosen-file.ts';

interface WorkbenchProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceOutline;
}

/** Chat and files side by side, or one at a time on a narrow page. */
export function Workbench({ session, workspace }: WorkbenchProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [shown, setShown] = useState<Pane>('chat');

  const chat = useRef<HTMLElement>(null);

  const { files } = workspace;
  const { chosenId, choose } = useChosenFile(files);
  const openFile = useCallback(
    (path: string) => {
      choose(path);
      setShown('files');
    },
    [choose],
  );

  function askAgent(prompt: string) {
    addToDraft(workspace.workspace.id, prompt);
    flushSync(() => setShown('chat'));
    chat.current?.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus();
  }

  usePaletteActions(
    files.map(({ id, path }) => ({
      id: `file.${id}`,
      group: 'Files',
      label: path,
      isFile: true,
      run: () => openFile(path),
    })),
  );

  function paneProps(pane: Pane) {
    const role = isWide
      ? { 'aria-label': pane === 'chat' ? 'Chat' : 'Files' }
      : { role: 'tabpanel', 'aria-labelledby': `tab-${pane}` };
    return { id: `pane-${pane}`, ...role };
  }
  const isHidden = (pane: Pane) => !isWide && shown !== pane;

  return (
    <main className="flex min-h-0 flex-1 flex-col lg:flex-row">
      <PaneTabs shown={shown} onShow={setShown} pendingCount={workspace.workspace.pendingCount} />
      <section
        {...paneProps('chat')}
        ref={chat}
        className={classNames(
          'border-line min-h-0 flex-1 flex-col lg:w-[24rem] lg:flex-none lg:border-r xl:w-[27rem] 2xl:w-[32rem]',
          isHidden('chat') ? 'hidden' : 'flex',
        )}
      >
        <ChatSection session={session} workspace={workspace} onOpenFile={openFile} />
      </section>
      <section
        {...paneProps('files')}
        className={classNames('bg-surface min-h-0 min-w-0 flex-1 flex-col', isHidden('files') ? 'hidden' : 'flex')}
      >
        <FilesSection
          workspace={workspace}
          isShown={!isHidden('files')}
          chosenId={chosenId}
          onChoose={choose}
          onAskAgent={askAgent}
        />
      </section>
    </main>
  );
}

const panes = ['chat', 'files'] as const;

type Pane = (typeof panes)[number];

const paneLabels: Record<Pane, string> = { chat: 'Chat', files: 'Files' };

interface PaneTabsProps {
  readonly shown: Pane;
  readonly onShow: (pane: Pane) => void;
  readonly pendingCount: number;
}

/** Switches between chat and files on a narrow page. */
function PaneTabs({ shown, onShow, pendingCount }: PaneTabsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = shown === 'chat' ? 'files' : 'chat';
    onShow(other);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
  }
  return (
    <div
      role="tablist"
      aria-label="Workspace"
      onKeyDown={onKeyDown}
      className="border-line bg-surface flex border-b px-2 lg:hidden"
    >
      {panes.map((pane) => (
        <button
          key={pane}
          type="button"
          role="tab"
          id={`tab-${pane}`}
          aria-controls={`pane-${pane}`}
          aria-selected={pane === shown}
          tabIndex={pane === shown ? 0 : -1}
          onClick={() => onShow(pane)}
          className={classNames(
            'flex h-10 flex-1 items-center justify-center gap-2 border-b-2 text-xs font-medium -outline-offset-2',
            pane === shown ? 'border-accent text-ink' : 'text-muted hover:text-ink border-transparent',
          )}
        >
          {paneLabels[pane]}
          {pane === 'files' && <PendingBadge count={pendingCount} />}
        </button>
      ))}
    </div>
  );
}
