import type { AppError } from '@shipmate/core';
import { type ChartIssue, chartIssueSchema } from '@shipmate/protocol/web/checks';
import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { useState } from 'react';
import { z } from 'zod';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { ChangeCounts } from '../../files/change-counts.tsx';
import { shortcuts } from '../../keyboard/shortcut.ts';
import { useShortcuts } from '../../keyboard/use-shortcuts.ts';
import { usePaletteActions } from '../../palette/palette-registry.tsx';
import { IssueItem } from '../checks/issue-item.tsx';
import type { Review } from './use-review.ts';

/** The pending changes of all files, and the error of the last decision. */
export function ReviewBar({ files, review }: { files: readonly FileSummary[]; review: Review }) {
  const { deciding, error } = review;
  const issues = error && toRefusalIssues(error);
  return (
    <>
      <ChangesBar
        pending={files.filter(({ pendingOp }) => pendingOp !== null)}
        deciding={deciding?.scope === 'all' ? deciding.verdict : null}
        onAccept={() => review.decideAll('accept')}
        onReject={() => review.decideAll('reject')}
      />
      {issues && <RefusedAcceptance issues={issues} onOpenPlace={review.openPlace} onDismiss={review.dismissError} />}
      {error && !issues && (
        <ErrorBanner
          className="m-2"
          error={error}
          {...(error.code === 'CONFLICT'
            ? { onRetry: review.reload, retryLabel: 'Reload' }
            : { onDismiss: review.dismissError })}
        />
      )}
    </>
  );
}

interface ChangesBarProps {
  readonly pending: readonly FileSummary[];
  /** The decision about all changes that is in progress. */
  readonly deciding: 'accept' | 'reject' | null;
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** Accepts or rejects all pending changes; rejecting requires confirmation, because it cannot be undone. */
function ChangesBar({ pending, deciding, onAccept, onReject }: ChangesBarProps) {
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
        <ChangeCounts additions={sumLines(pending, 'additions')} deletions={sumLines(pending, 'deletions')} />
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

function sumLines(files: readonly FileSummary[], field: 'additions' | 'deletions'): number {
  return files.reduce((total, file) => total + file[field], 0);
}

const refusalSchema = z.object({ issues: z.array(chartIssueSchema).min(1) });

/** Returns the issues that block the acceptance of changes; `undefined` for any other error. */
function toRefusalIssues({ details }: AppError): readonly ChartIssue[] | undefined {
  return refusalSchema.safeParse(details).data?.issues;
}

interface RefusedAcceptanceProps {
  readonly issues: readonly ChartIssue[];
  readonly onOpenPlace: (path: string, line?: number) => void;
  readonly onDismiss: () => void;
}

/** The issues that blocked the acceptance, each linked to its place. */
function RefusedAcceptance({ issues, onOpenPlace, onDismiss }: RefusedAcceptanceProps) {
  return (
    <div className="border-line m-2 rounded-lg border">
      <Banner
        tone="error"
        actions={
          <Button variant="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <span className="font-medium">
          Nothing was accepted: the checks found {issues.length === 1 ? 'an error' : `${issues.length} errors`}.
        </span>{' '}
        Fix the listed errors, or turn the checks off in the workspace settings.
      </Banner>
      <ul
        // Focusable, so that a long list can be scrolled with the keyboard.
        tabIndex={0}
        aria-label="Check results"
        className="divide-line max-h-48 divide-y overflow-y-auto -outline-offset-2"
      >
        {issues.map((issue, index) => (
          <IssueItem key={index} issue={issue} onOpenPlace={onOpenPlace} />
        ))}
      </ul>
    </div>
  );
}
