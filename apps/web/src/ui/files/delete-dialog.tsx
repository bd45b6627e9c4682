import { useDeleteFiles } from '../api/files.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import type { TreeNode } from './build-file-tree.ts';
import { pathOf } from './file-change.ts';
import { findLost, toDeletions } from './tree-operation.ts';

export interface DeleteDialogProps {
  readonly workspaceId: string;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/**
 * Confirms the deletion of a file or folder: accepted content can be restored by rejecting the deletion, pending
 * content cannot.
 */
export function DeleteDialog({ workspaceId, node, onClose }: DeleteDialogProps) {
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
          <p className="font-medium">Their pending changes are lost at once, and new files with them:</p>
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
