import type { FileView } from '@shipmate/protocol/web/workspace';
import { CreateFileDialog } from './create-file-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { TreeOperation } from './tree-operation.ts';

export interface TreeOperationDialogProps {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly operation: TreeOperation;
  readonly onClose: () => void;
  readonly onCreated: (file: FileView) => void;
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
