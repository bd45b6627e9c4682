import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useDeleteWorkspace } from './organization-queries.ts';

export interface DeleteWorkspaceProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Confirms the deletion of a workspace. */
export function DeleteWorkspace({ workspaceId, onClose }: DeleteWorkspaceProps) {
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
