import type { FileSummary } from '@shipmate/protocol/web/workspace';
import type { ReactNode, Ref } from 'react';
import type { Verdict } from '../api/changes.ts';
import { Button } from '../components/button.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { ChangeCounts } from '../files/change-counts.tsx';
import { changeOf, pathOf } from '../files/file-change.ts';

interface FileHeaderProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly file: FileSummary;
  /** The decision about this file that is in progress. */
  readonly deciding: Verdict | null;
  readonly onDecide: (verdict: Verdict) => void;
  readonly action: ReactNode;
}

/** The name and actions of the file on screen; for a pending change, also the decision buttons. */
export function FileHeader({ headingRef, file, deciding, onDecide, action }: FileHeaderProps) {
  const change = changeOf(file);
  const path = pathOf(file);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  return (
    <div className="border-line bg-surface flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1.5">
      <div className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <h2 ref={headingRef} tabIndex={-1} className="flex min-w-0 font-mono text-xs outline-none" title={path}>
          {file.pendingPath !== null && <span className="text-muted">{file.path} → </span>}
          <span className="text-muted truncate">{folder}</span>
          <span className="shrink-0">{name}</span>
        </h2>
        {change && <span className="text-muted shrink-0 text-2xs">{change}</span>}
        <ChangeCounts additions={file.additions} deletions={file.deletions} />
      </div>
      {action}
      {change && (
        <div className="flex items-center gap-2">
          <Button isBusy={deciding === 'reject'} shortcut={shortcuts.rejectFile} onClick={() => onDecide('reject')}>
            Reject file
          </Button>
          <Button isBusy={deciding === 'accept'} shortcut={shortcuts.acceptFile} onClick={() => onDecide('accept')}>
            Accept file
          </Button>
        </div>
      )}
    </div>
  );
}
