import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { AuditAct } from '../audit/audit-entry.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail, WorkspaceStore } from '../workspace/workspace-store.ts';

/** A workspace at the revision that somebody saw. */
export interface SeenRevision {
  readonly workspaceId: string;
  /** Another current one is a `CONFLICT`; not checked when absent. */
  readonly revisionNumber?: number;
}

/** An edit of what is pending. */
export interface WorkspaceEdit extends SeenRevision {
  readonly edit: (detail: WorkspaceDetail) => readonly WorkspaceFile[];
  /** What it is as a decision, to be written down; absent for a mere edit. */
  readonly act?: Pick<AuditAct, 'kind' | 'details'>;
}

/**
 * Changes what is pending in a workspace: `edit` is given the current revision and returns its files as they are to be. Edits
 * follow one another; what `edit` throws leaves everything as it was.
 */
export async function editWorkspace(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { edit, act, ...seen }: WorkspaceEdit,
): Promise<WorkspaceDetail> {
  return unitOfWork.transaction(async ({ workspaces, audit }) => {
    const detail = await lockDetail(workspaces, principal, seen);
    await storeFiles(workspaces, principal, { detail, files: edit(detail) });
    const { workspaceId } = seen;
    if (act) await audit.append(principal, { ...act, subjectId: workspaceId, workspaceId });
    return workspaces.getDetail(principal, seen.workspaceId);
  });
}

/** Locks a workspace and reads it. @throws AppError `CONFLICT` when another revision is current than was seen. */
export async function lockDetail(
  workspaces: WorkspaceStore,
  principal: Principal,
  { workspaceId, revisionNumber }: SeenRevision,
): Promise<WorkspaceDetail> {
  const { currentRevisionNumber } = await workspaces.lock(principal, workspaceId);
  if (revisionNumber !== undefined && revisionNumber !== currentRevisionNumber) {
    throw new AppError({
      code: 'CONFLICT',
      message: `You decided on revision ${revisionNumber}, and revision ${currentRevisionNumber} is current now. Reload and decide again.`,
      details: { revisionNumber, currentRevisionNumber },
    });
  }
  return workspaces.getDetail(principal, workspaceId);
}

/** Stores the files of the current revision that are not what they were: pending changes, new files, files that are gone. */
async function storeFiles(
  workspaces: WorkspaceStore,
  principal: Principal,
  { detail, files }: { readonly detail: WorkspaceDetail; readonly files: readonly WorkspaceFile[] },
): Promise<void> {
  const workspaceId = detail.workspace.id;
  const before = new Map(detail.files.map((file) => [file.id, file]));
  const after = new Map(files.map((file) => [file.id, file]));
  for (const { id, path } of detail.files) {
    if (after.get(id)?.path !== path) await workspaces.removeFile(principal, workspaceId, id);
  }
  for (const file of files) {
    const previous = before.get(file.id);
    if (previous?.path !== file.path) await workspaces.addFile(principal, workspaceId, file);
    else if (previous !== file) {
      await workspaces.setPending(principal, workspaceId, { fileId: file.id, pending: file.pending });
    }
  }
}
