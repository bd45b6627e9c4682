import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChatSection } from '../chat/chat-section.tsx';
import { addToDraft } from '../chat/use-draft.ts';
import { classNames } from '../components/class-names.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { FilesSection } from './files-section.tsx';
import { PaneTabs, type Pane } from './pane-tabs.tsx';
import { findByPath } from './review-order.ts';

export interface WorkbenchProps {
  readonly session: SessionResponse;
  readonly workspace: WorkspaceResponse;
}

/** Chat and files side by side, or one at a time on a narrow page. */
export function Workbench({ session, workspace }: WorkbenchProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [shown, setShown] = useState<Pane>('chat');
  const [chosenId, setChosenId] = useState<string>();

  const chat = useRef<HTMLElement>(null);

  const { files } = workspace;
  const openFile = useCallback(
    (path: string) => {
      setChosenId(findByPath(files, path)?.id);
      setShown('files');
    },
    [files],
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
          onChoose={setChosenId}
          onAskAgent={askAgent}
        />
      </section>
    </main>
  );
}
