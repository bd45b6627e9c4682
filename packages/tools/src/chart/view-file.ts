import type { ToolContext } from '@shipmate/core';
import type { ChartFiles } from '@shipmate/domain/tool-storage';
import { effectiveContent } from '@shipmate/domain/workspace';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { findFile, toFileMissing } from './find-file.ts';
import { openRunMemory } from './run-memory.ts';

/** Reads a file with its pending change, and records for the run the version it has seen. */
export async function viewFile(path: string, context: ToolContext<{ chartFiles: ChartFiles }>) {
  const { principal, ports } = context;
  const workspaceId = workspaceIdOf(context);
  return ports.chartFiles.edit(principal, workspaceId, async (stores) => {
    const file = await findFile(stores.workspaces, principal, { workspaceId, path });
    const content = file && effectiveContent(file);
    if (!file || content === undefined) throw await toFileMissing(stores.workspaces, principal, { workspaceId, path });
    await openRunMemory(stores, context).noteView(file);
    return { success: true as const, content };
  });
}
