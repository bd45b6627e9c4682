import { useChangeDecision } from '../api/changes.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import type { TreeNode } from './build-file-tree.ts';
import { filesOf } from './tree-operation.ts';

export interface RejectDialogProps {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/** Confirms before the pending changes of a file or folder are rejected. */
export function RejectDialog({ workspaceId, revisionNumber, node, onClose }: RejectDialogProps) {
  const decision = useChangeDecision(workspaceId);
  const paths = filesOf(node).flatMap(({ path, pendingOp }) => (pendingOp === null ? [] : [path]));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={paths.length === 1 ? 'Reject the change?' : `Reject ${paths.length} changes?`}
      description={`What was accepted in ${node.path} stays or comes back. What is pending is dropped: text that was written, and new files.`}
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
