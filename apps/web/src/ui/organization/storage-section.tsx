import type { StorageResponse, StoredWorkspaceView } from '@shipmate/protocol/web/storage';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { Meter } from './meter.tsx';
import { useDeleteWorkspace } from './organization-queries.ts';
import { toPercent } from './spend-words.ts';

/** The storage that workspaces use, and the largest of them; owners delete workspaces here. */
export function StorageSection({ storage }: { storage: StorageResponse }) {
  const { used, quota, largest, mayDelete } = storage;
  const [deleted, setDeleted] = useState<StoredWorkspaceView>();
  const percent = toPercent(used.bytes, quota.bytes);
  return (
    <section aria-labelledby="storage-heading" className="space-y-3">
      <div>
        <h2 id="storage-heading" className="font-semibold">
          Storage
        </h2>
        <p className="text-muted text-xs">
          Files of all revisions of all workspaces, pending changes included. At the quota, changes that need more
          storage are refused.
        </p>
      </div>
      <div className="border-line bg-surface space-y-1 rounded-lg border p-4 text-xs tabular-nums">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>
            {describeStorage(used.bytes)} of {describeStorage(quota.bytes)} used
          </span>
          <span className={percent === 100 ? 'text-removed font-medium' : 'text-muted'}>
            {used.workspaces.toLocaleString('en')} of {quota.workspaces.toLocaleString('en')} workspaces
          </span>
        </p>
        <Meter label="Storage" percent={percent} />
      </div>
      {largest.length === 0 && <p className="text-muted text-xs">No workspaces yet.</p>}
      {largest.length > 0 && (
        <DataTable
          caption="Largest workspaces"
          columns={mayDelete ? [...columns, toDeleteColumn(setDeleted)] : columns}
          rows={largest}
          keyOf={({ id }) => id}
        />
      )}
      <Dialog
        isOpen={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title="Delete workspace"
        description={`Deletes “${deleted?.name ?? ''}” with its revisions, conversations and runs. This cannot be undone.`}
      >
        {deleted && <DeleteWorkspace workspaceId={deleted.id} onClose={() => setDeleted(undefined)} />}
      </Dialog>
    </section>
  );
}

const columns: readonly TableColumn<StoredWorkspaceView>[] = [
  {
    id: 'workspace',
    label: 'Workspace',
    text: ({ name }) => name,
    render: ({ id, name }) => (
      <Link {...workspaceAddress(id)} className="underline underline-offset-2">
        {name}
      </Link>
    ),
  },
  {
    id: 'storage',
    label: 'Storage',
    align: 'end',
    text: ({ bytes }) => describeStorage(bytes),
    sortBy: ({ bytes }) => bytes,
  },
  {
    id: 'revisions',
    label: 'Revisions',
    align: 'end',
    text: ({ revisions }) => revisions.toLocaleString('en'),
    sortBy: ({ revisions }) => revisions,
  },
];

function toDeleteColumn(onDelete: (workspace: StoredWorkspaceView) => void): TableColumn<StoredWorkspaceView> {
  return {
    id: 'actions',
    label: 'Actions',
    align: 'end',
    text: () => '',
    sortBy: null,
    render: (workspace) => (
      <Button
        aria-label={`Delete ${workspace.name}`}
        icon={<Trash2 aria-hidden />}
        onClick={() => onDelete(workspace)}
      />
    ),
  };
}

interface DeleteWorkspaceProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Confirms the deletion of a workspace. */
function DeleteWorkspace({ workspaceId, onClose }: DeleteWorkspaceProps) {
  const remove = useDeleteWorkspace(workspaceId);
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep</Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          Delete workspace
        </Button>
      </div>
    </>
  );
}

/** Formats an amount of storage: `0.4 MB`, `1,000 MB`. */
export function describeStorage(bytes: number): string {
  if (bytes > 0 && bytes < 100_000) return 'under 0.1 MB';
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
