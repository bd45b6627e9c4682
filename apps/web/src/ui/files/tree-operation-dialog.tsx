import type { FileSummary, WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useChangeDecision } from '../api/changes.ts';
import { useCreateFile, useDeleteFiles, useRenameFiles } from '../api/files.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import type { TreeNode } from './build-file-tree.ts';
import { pathOf } from './file-change.ts';
import { PathForm } from './path-form.tsx';
import { filesOf, findLost, type TreeOperation, toDeletions, toMoves } from './tree-operation.ts';

export interface TreeOperationDialogProps {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly operation: TreeOperation;
  readonly onClose: () => void;
  readonly onCreated: (file: FileSummary) => void;
}

/** Asks for the input of a tree operation and performs it. */
export function TreeOperationDialog(props: TreeOperationDialogProps) {
  const { workspaceId, revisionNumber, operation, onClose, onCreated } = props;
  const common = { workspaceId, onClose };
  switch (operation.kind) {
    case 'create':
      return <CreateFileDialog {...common} folder={operation.folder} onCreated={onCreated} />;
    case 'rename':
      return <RenameDialog {...common} node={operation.node} />;
    case 'delete':
      return <DeleteDialog {...common} node={operation.node} />;
    case 'reject':
      return <RejectDialog {...common} revisionNumber={revisionNumber} node={operation.node} />;
  }
}

interface CreateFileDialogProps {
  readonly workspaceId: string;
  readonly folder: string;
  readonly onClose: () => void;
  readonly onCreated: (file: WorkspaceOutline['files'][number]) => void;
}

/** Creates an empty pending file; its folder is created with it. */
function CreateFileDialog({ workspaceId, folder, onClose, onCreated }: CreateFileDialogProps) {
  const creating = useCreateFile(workspaceId);
  const initial = folder === '' ? '' : `${folder}/`;

  function create(path: string) {
    creating.mutate(
      { path },
      {
        onSuccess: ({ files }) => {
          onClose();
          const created = files.find((file) => file.path === path.replace(/^(\.\/)+/, ''));
          if (created) onCreated(created);
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={folder === '' ? 'New file' : `New file in ${folder}`}>
      <PathForm
        label="Path"
        hint="Slashes make folders, as in templates/web/service.yaml. A folder exists while it contains a file."
        submitLabel="Create file"
        initial={initial}
        selection={[initial.length, initial.length]}
        isBusy={creating.isPending}
        error={creating.error}
        onSubmit={create}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface RenameDialogProps {
  readonly workspaceId: string;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/** Renames a file or folder; a folder moves with its files. */
function RenameDialog({ workspaceId, node, onClose }: RenameDialogProps) {
  const renaming = useRenameFiles(workspaceId);
  const { kind, name, path } = node;
  const nameStart = path.length - name.length;
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const nameEnd = dot > 0 ? nameStart + dot : path.length;
  const moves = toMoves(node, path).length;

  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${name}`}>
      <PathForm
        label="New path"
        hint={
          kind === 'folder'
            ? `Moves ${moves === 1 ? 'the file' : `all ${moves} files`} in it, pending until accepted.`
            : 'Pending until accepted. Another folder moves the file there.'
        }
        submitLabel="Rename"
        initial={path}
        selection={[nameStart, nameEnd]}
        isBusy={renaming.isPending}
        error={renaming.error}
        onSubmit={(target) =>
          renaming.mutate({ moves: toMoves(node, target.replace(/\/+$/, '')) }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface DeleteDialogProps {
  readonly workspaceId: string;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/**
 * Confirms the deletion of a file or folder: accepted content can be restored by rejecting the deletion, pending
 * content cannot.
 */
function DeleteDialog({ workspaceId, node, onClose }: DeleteDialogProps) {
  const deleting = useDeleteFiles(workspaceId);
  const files = toDeletions(node);
  const lost = findLost(node);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${node.name}?`}
      description={
        files.length === 1
          ? 'The deletion is pending until it is accepted; rejecting it brings the file back.'
          : `The deletion of ${files.length} files is pending until it is accepted; rejecting it brings them back.`
      }
    >
      {lost.length > 0 && (
        <div className="space-y-1 text-xs">
          <p className="font-medium">Their pending changes and new files are deleted immediately:</p>
          <ul
            // Focusable, so that a long list can be scrolled by key.
            tabIndex={0}
            aria-label="Pending changes that are lost"
            className="border-line max-h-40 overflow-y-auto rounded-md border px-3 py-2 font-mono wrap-anywhere"
          >
            {lost.map((file) => (
              <li key={file.id}>{pathOf(file)}</li>
            ))}
          </ul>
        </div>
      )}
      {deleting.error && <ErrorBanner error={deleting.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          isBusy={deleting.isPending}
          onClick={() => deleting.mutate({ files }, { onSuccess: onClose })}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}

interface RejectDialogProps {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/** Confirms before the pending changes of a file or folder are rejected. */
function RejectDialog({ workspaceId, revisionNumber, node, onClose }: RejectDialogProps) {
  const decision = useChangeDecision(workspaceId);
  const paths = filesOf(node).flatMap(({ path, pendingOp }) => (pendingOp === null ? [] : [path]));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={paths.length === 1 ? 'Reject the change?' : `Reject ${paths.length} changes?`}
      description={`The accepted content of ${node.path} is kept or restored. Pending edits and new files are dropped.`}
    >
      {decision.error && <ErrorBanner error={decision.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep</Button>
        <Button
          variant="danger"
          isBusy={decision.isPending}
          onClick={() => decision.mutate({ verdict: 'reject', revisionNumber, paths }, { onSuccess: onClose })}
        >
          {paths.length === 1 ? 'Reject change' : 'Reject changes'}
        </Button>
      </div>
    </Dialog>
  );
}
