import type { FileView } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { ChangeCounts } from '../files/change-counts.tsx';

export interface ChangesBarProps {
  readonly pending: readonly FileView[];
  /** The decision about all changes that is in progress. */
  readonly deciding: 'accept' | 'reject' | null;
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** Accepts or rejects all pending changes; rejecting requires confirmation, because it cannot be undone. */
export function ChangesBar({ pending, deciding, onAccept, onReject }: ChangesBarProps) {
  const [isAsking, setAsking] = useState(false);
  const isDecidable = pending.length > 0 && deciding === null;
  useShortcuts(isDecidable ? { acceptAll: onAccept, rejectAll: () => setAsking(true) } : {});

  usePaletteActions(
    isDecidable
      ? [
          {
            id: 'changes.accept',
            group: 'Changes',
            label: 'Accept all changes',
            hint: shortcuts.acceptAll.hint,
            run: onAccept,
          },
          {
            id: 'changes.reject',
            group: 'Changes',
            label: 'Reject all changes…',
            hint: shortcuts.rejectAll.hint,
            run: () => setAsking(true),
          },
        ]
      : [],
  );

  const files = pending.length === 1 ? '1 file changed' : `${pending.length} files changed`;
  return (
    <div className="border-line bg-surface flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
      <div className="flex flex-1 items-center gap-2 text-xs whitespace-nowrap">
        <span role="status" className={pending.length === 0 ? 'text-muted' : 'font-medium'}>
          {pending.length === 0 ? 'No pending changes' : files}
        </span>
        <ChangeCounts additions={sum(pending, 'additions')} deletions={sum(pending, 'deletions')} />
      </div>
      {pending.length > 0 && (
        <div className="flex gap-2">
          <Button isBusy={deciding === 'reject'} shortcut={shortcuts.rejectAll} onClick={() => setAsking(true)}>
            Reject all
          </Button>
          <Button variant="primary" isBusy={deciding === 'accept'} shortcut={shortcuts.acceptAll} onClick={onAccept}>
            Accept all
          </Button>
        </div>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Reject all changes?"
        description={`The pending changes of ${pending.length === 1 ? '1 file' : `${pending.length} files`} are dropped. This cannot be undone, but you can ask for them again.`}
      >
        <div className="flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Keep them</Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              onReject();
            }}
          >
            Reject changes
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function sum(files: readonly FileView[], field: 'additions' | 'deletions'): number {
  return files.reduce((total, file) => total + file[field], 0);
}
