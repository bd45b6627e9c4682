import type { ToolContext } from '@shipmate/core';
import type { ChartEditStores } from '@shipmate/domain/tool-storage';
import { notePlanProgress } from '@shipmate/domain/use-cases';
import { effectivePath } from '@shipmate/domain/workspace';
import { findRunId } from '../context/run-id-of.ts';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { requirePersonaMayChange } from './persona-rule.ts';
import { openRunMemory, type FileEdit } from './run-memory.ts';

/**
 * Stores a call's edit of a file; every tool that changes files uses it. If the call's run applies a plan, the plan's
 * progress is recorded with the edit. Returns true if another writer changed the file since the run last saw it. The
 * caller holds the workspace's lock.
 *
 * @throws AppError `VALIDATION_ERROR` when the persona of the run may not change the file.
 */
export async function storeEdit(stores: ChartEditStores, context: ToolContext, edit: FileEdit): Promise<boolean> {
  const { workspaces } = stores;
  const { principal } = context;
  const { before, after } = edit;
  const workspaceId = workspaceIdOf(context);
  const paths = [before, after].flatMap((file) => (file ? [effectivePath(file)] : []));
  await requirePersonaMayChange([...new Set(paths)], stores, context);
  if (before && before.path !== after?.path) await workspaces.removeFile(principal, workspaceId, before.id);
  if (after && after.path !== before?.path) await workspaces.addFile(principal, workspaceId, after);
  else if (after) {
    await workspaces.setPending(principal, workspaceId, { fileId: after.id, pending: after.pending });
  }
  const runId = findRunId(context);
  if (runId !== undefined) await notePlanProgress(stores, principal, { runId, before, after });
  return openRunMemory(stores, context).noteEdit(edit);
}
