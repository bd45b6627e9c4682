import type { KeyboardEvent } from 'react';
import { classNames } from '../components/class-names.ts';
import { PendingBadge } from './pending-badge.tsx';

const panes = ['chat', 'files'] as const;
export type Pane = (typeof panes)[number];
const labels: Record<Pane, string> = { chat: 'Chat', files: 'Files' };

export interface PaneTabsProps {
  readonly shown: Pane;
  readonly onShow: (pane: Pane) => void;
  readonly pendingCount: number;
}

/** Switches between chat and files on a narrow page. */
export function PaneTabs({ shown, onShow, pendingCount }: PaneTabsProps) {
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
          {labels[pane]}
          {pane === 'files' && <PendingBadge count={pendingCount} />}
        </button>
      ))}
    </div>
  );
}
