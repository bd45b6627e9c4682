import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { acceptPending, rejectPending, type ChangeSelection } from './pending-rules.ts';
import type { WorkspaceDetail, WorkspaceStore } from './workspace-store.ts';

/** A decision on pending changes, as the person who made it saw them. */
export interface ChangeDecision {
  readonly workspaceId: string;
  /** The revision that was on the screen; another current one is a `CONFLICT`. */
  readonly revisionNumber: number;
  readonly selection: ChangeSelection;
}

/** Accepts pending changes: one action, one new revision; undecided changes move along. */
export async function acceptChanges(
  unitOfWork: UnitOfWork,
  principal: Principal,
  decision: ChangeDecision,
): Promise<WorkspaceDetail> {
  return unitOfWork.transaction(async ({ workspaces }) => {
    await lockAt(workspaces, principal, decision);
    const { files } = await workspaces.getDetail(principal, decision.workspaceId);
    await workspaces.createRevision(principal, decision.workspaceId, {
      createdType: 'accept',
      files: acceptPending(files, decision.selection),
    });
    return workspaces.getDetail(principal, decision.workspaceId);
  });
}

/** Rejects pending changes in the current revision. */
export async function rejectChanges(
  unitOfWork: UnitOfWork,
  principal: Principal,
  decision: ChangeDecision,
): Promise<WorkspaceDetail> {
  return unitOfWork.transaction(async ({ workspaces }) => {
    await lockAt(workspaces, principal, decision);
    const { files } = await workspaces.getDetail(principal, decision.workspaceId);
    const kept = new Map(rejectPending(files, decision.selection).map((file) => [file.id, file]));
    for (const file of files) {
      const next = kept.get(file.id);
      if (!next) await workspaces.removeFile(principal, decision.workspaceId, file.id);
      else if (next !== file) {
        await workspaces.setPending(principal, decision.workspaceId, { fileId: file.id, pending: null });
      }
    }
    return workspaces.getDetail(principal, decision.workspaceId);
  });
}

async function lockAt(workspaces: WorkspaceStore, principal: Principal, decision: ChangeDecision): Promise<void> {
  const { currentRevisionNumber } = await workspaces.lock(principal, decision.workspaceId);
  if (currentRevisionNumber !== decision.revisionNumber) {
    throw new AppError({
      code: 'CONFLICT',
      message: `You decided on revision ${decision.revisionNumber}, and revision ${currentRevisionNumber} is current now. Reload and decide again.`,
      details: { revisionNumber: decision.revisionNumber, currentRevisionNumber },
    });
  }
}
