import type { ToolContext } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { effectiveContent } from '@shipmate/domain/workspace';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { findFile, toFileMissing } from './find-file.ts';
import { openRunMemory } from './run-memory.ts';

/** Reads a file with its pending change, and records for the run the version it has seen. */
export async function viewFile(path: string, context: ToolContext<{ unitOfWork: UnitOfWork }>) {
  const { principal, ports } = context;
  const workspaceId = workspaceIdOf(context);
  return ports.unitOfWork.transaction(async (stores) => {
    await stores.workspaces.lock(principal, workspaceId);
    const file = await findFile(stores, principal, { workspaceId, path });
    const content = file && effectiveContent(file);
    if (!file || content === undefined) throw await toFileMissing(stores, principal, { workspaceId, path });
    await openRunMemory(stores, context).noteView(file);
    return { success: true as const, content };
  });
}
