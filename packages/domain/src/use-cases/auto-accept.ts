import type { Principal } from '@shipmate/core';
import { findCharts } from '../workspace/find-charts.ts';
import type { Stores } from '../persistence/stores.ts';
import { acceptPending } from '../workspace/pending-rules.ts';
import { ownChanges } from '../workspace/run-file.ts';
import type { WorkspaceRevision } from '../workspace/workspace.ts';

/**
 * Accepts a run's changes as one revision, if the workspace enables it. A file to whose pending change anyone
 * else contributed waits for a decision, and so does everything if acceptance requires validation. Call it in
 * a transaction.
 */
export async function autoAcceptChanges(
  { workspaces, runFiles, audit }: Pick<Stores, 'workspaces' | 'runFiles' | 'audit'>,
  principal: Principal,
  { runId, workspaceId }: { readonly runId: string; readonly workspaceId: string },
): Promise<WorkspaceRevision | undefined> {
  const { settings } = await workspaces.lock(principal, workspaceId);
  if (!settings.autoAccept || settings.validateBeforeAccept) return undefined;
  const { charts, files } = await workspaces.getDetail(principal, workspaceId);
  const paths = ownChanges(files, await runFiles.list(principal, runId));
  if (paths.length === 0) return undefined;
  const revision = await workspaces.createRevision(principal, workspaceId, {
    createdType: 'auto_accept',
    ...findCharts(acceptPending(files, paths), charts),
  });
  const details = { revisionNumber: revision.revisionNumber, byItself: true, runId };
  await audit.append(principal, { kind: 'changes_accepted', subjectId: workspaceId, workspaceId, details });
  return revision;
}
