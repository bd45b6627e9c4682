import type { ToolContext } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { openRunMemory, type FileEdit } from './run-memory.ts';

/**
 * Stores what a call makes of a file; every tool that changes files does it here. It says whether somebody else had changed
 * the file since the call's run last saw it. To be used under the workspace's lock.
 */
export async function storeEdit(stores: Stores, context: ToolContext, edit: FileEdit): Promise<boolean> {
  const { workspaces } = stores;
  const { principal } = context;
  const { before, after } = edit;
  const workspaceId = workspaceIdOf(context);
  if (before && before.path !== after?.path) await workspaces.removeFile(principal, workspaceId, before.id);
  if (after && after.path !== before?.path) await workspaces.addFile(principal, workspaceId, after);
  else if (after) {
    await workspaces.setPending(principal, workspaceId, { fileId: after.id, pending: after.pending });
  }
  return openRunMemory(stores, context).noteEdit(edit);
}
