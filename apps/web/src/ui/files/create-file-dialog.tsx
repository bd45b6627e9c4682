import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { useCreateFile } from '../api/files.ts';
import { Dialog } from '../components/dialog.tsx';
import { PathForm } from './path-form.tsx';

export interface CreateFileDialogProps {
  readonly workspaceId: string;
  readonly folder: string;
  readonly onClose: () => void;
  readonly onCreated: (file: WorkspaceResponse['files'][number]) => void;
}

/** Creates an empty pending file; its folder is created with it. */
export function CreateFileDialog({ workspaceId, folder, onClose, onCreated }: CreateFileDialogProps) {
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
        hint="Slashes make folders, as in templates/web/service.yaml. A folder is there as long as a file is in it."
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
