import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { lockDetail } from './edit-workspace.ts';
import { rollBack, type Rollback } from '../workspace/rollback-rules.ts';
import type { WorkspaceDetail } from '../workspace/workspace-store.ts';

/** Options for {@link rollBackWorkspace}. */
export interface RollbackRequest {
  readonly workspaceId: string;
  /** The revision that the person saw; `CONFLICT` if another one is current. */
  readonly revisionNumber: number;
  /** The revision whose files to restore. */
  readonly to: number;
}

/** Creates a revision with the charts and files of an old one; every revision in between stays. */
export async function rollBackWorkspace(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { workspaceId, revisionNumber, to }: RollbackRequest,
): Promise<{ readonly detail: WorkspaceDetail } & Pick<Rollback, 'notCarried'>> {
  return unitOfWork.transaction(async ({ workspaces, audit }) => {
    const current = await lockDetail(workspaces, principal, { workspaceId, revisionNumber });
    const old = await workspaces.getDetail(principal, workspaceId, to);
    const { files, notCarried } = rollBack(current.files, old);
    const made = await workspaces.createRevision(principal, workspaceId, {
      createdType: 'rollback',
      sourceRevisionNumber: to,
      charts: old.charts,
      files,
    });
    await audit.append(principal, {
      kind: 'workspace_rolled_back',
      subjectId: workspaceId,
      workspaceId,
      details: { revisionNumber: made.revisionNumber, to },
    });
    return { detail: await workspaces.getDetail(principal, workspaceId), notCarried };
  });
}
