import type { FileView } from '@shipmate/protocol/web/workspace';
import { Pencil } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { pathOf } from './file-change.ts';

export interface EditButtonProps {
  readonly file: FileView;
  readonly onEdit: () => void;
}

/** Opens a file in the editor; disabled for a file pending deletion. */
export function EditButton({ file, onEdit }: EditButtonProps) {
  const isLeaving = file.pendingOp === 'delete';
  usePaletteActions(
    isLeaving ? [] : [{ id: 'files.edit', group: 'Files', label: `Edit ${pathOf(file)}`, run: onEdit }],
  );
  if (isLeaving) return null;
  return (
    <Button icon={<Pencil />} onClick={onEdit}>
      Edit
    </Button>
  );
}
