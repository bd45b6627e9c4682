import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRollBack } from '../api/revisions.ts';
import { workspaceKey } from '../api/workspace.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { workspaceAddress } from '../router/addresses.ts';

/** Rolls back to an old revision after confirmation. */
export function RollBackButton({ workspace, to }: { workspace: WorkspaceOutline; to: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Undo2 />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Roll back to revision {to}
      </Button>
      {isOpen && <RollBackDialog workspace={workspace} to={to} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RollBackDialogProps {
  readonly workspace: WorkspaceOutline;
  readonly to: number;
  readonly onClose: () => void;
}

/** Describes and performs a rollback, then lists the pending changes that do not apply to the old revision. */
function RollBackDialog({ workspace: { workspace }, to, onClose }: RollBackDialogProps) {
  const navigate = useNavigate();
  const { id, currentRevisionNumber: revisionNumber, pendingCount } = workspace;
  const rollBack = useRollBack(id);
  const client = useQueryClient();
  const openWorkspace = () => void navigate(workspaceAddress(id));

  /** Loads the new current revision, which requires a new confirmation. */
  async function reload() {
    await client.invalidateQueries({ queryKey: workspaceKey(id) });
    rollBack.reset();
  }

  if (rollBack.data) {
    const { notCarried, workspace: after } = rollBack.data;
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={`Revision ${after.currentRevisionNumber} has the files of revision ${to}`}
        description={describeOutcome(pendingCount, notCarried.length)}
      >
        {notCarried.length > 0 && (
          <ul
            // Focusable, so that a long list can be scrolled with the keyboard.
            tabIndex={0}
            aria-label="Changes that were not carried over"
            className="border-line max-h-40 overflow-y-auto rounded-md border px-3 py-2 font-mono text-xs wrap-anywhere"
          >
            {notCarried.map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="primary" onClick={openWorkspace}>
            Open the workspace
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Roll back to revision ${to}?`}
      description={`Revision ${revisionNumber + 1} gets the files of revision ${to}. Nothing is deleted: all revisions in between are kept. ${describePending(pendingCount)}`}
    >
      {rollBack.error && (
        <ErrorBanner
          error={rollBack.error}
          {...(rollBack.error.code === 'CONFLICT' && { onRetry: () => void reload(), retryLabel: 'Reload' })}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isBusy={rollBack.isPending} onClick={() => rollBack.mutate({ to, revisionNumber })}>
          Roll back
        </Button>
      </div>
    </Dialog>
  );
}

function describePending(count: number): string {
  if (count === 0) return 'Nothing is pending.';
  const carried =
    count === 1
      ? 'The pending change is carried over and stays undecided'
      : `The ${count} pending changes are carried over and stay undecided`;
  return `${carried}. Changes that do not apply to the old revision are dropped and listed.`;
}

function describeOutcome(pending: number, notCarried: number): string {
  if (pending === 0) return 'Nothing was pending.';
  if (notCarried === 0) return 'Everything that was pending still is.';
  return 'Other pending changes are kept. These are not: they do not apply to the old revision.';
}
