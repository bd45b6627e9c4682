import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { AuditAct } from '../audit/audit-entry.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail, WorkspaceStore } from '../workspace/workspace-store.ts';

/** A workspace at the revision that the caller saw. */
export interface SeenRevision {
  readonly workspaceId: string;
  /** `CONFLICT` if another revision is current; not checked if absent. */
  readonly revisionNumber?: number;
}

/** An edit of pending changes. */
interface WorkspaceEdit extends SeenRevision {
  readonly edit: (detail: WorkspaceDetail) => readonly WorkspaceFile[];
  /** The audit entry if the edit is a decision; absent for a mere edit. */
  readonly act?: Pick<AuditAct, 'kind' | 'details'>;
}

/**
 * Edits the pending changes of a workspace: `edit` receives the current revision and returns its new files.
 * Edits are serialized; if `edit` throws, nothing changes.
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

/**
 * Locks a workspace and reads it. @throws AppError `CONFLICT` if the current revision is not the one that the
 * caller saw.
 */
export async function lockDetail(
  workspaces: Pick<WorkspaceStore, 'lock' | 'getDetail'>,
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

/** Stores the changed files of the current revision: pending changes, new files, removed files. */
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
