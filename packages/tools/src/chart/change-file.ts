import type { ToolContext } from '@shipmate/core';
import type { ChartFiles } from '@shipmate/domain/tool-storage';
import { versionOf, type FileReference, type WorkspaceDetail, type WorkspaceFile } from '@shipmate/domain/workspace';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { requireFile } from './find-file.ts';
import { storeEdit } from './store-edit.ts';

/** A change of one existing file. */
interface FileChange {
  readonly path: string;
  /** Returns the workspace's files after the change; the reference is to the file at `path`. */
  readonly change: (detail: WorkspaceDetail, file: FileReference) => readonly WorkspaceFile[];
}

/**
 * Stores a change of one file as a pending change and returns the resulting file; `undefined` when the change leaves no
 * file.
 */
export async function changeFile(
  { path, change }: FileChange,
  context: ToolContext<{ chartFiles: ChartFiles }>,
): Promise<WorkspaceFile | undefined> {
  const { principal, ports } = context;
  const workspaceId = workspaceIdOf(context);
  return ports.chartFiles.edit(principal, workspaceId, async (stores) => {
    const detail = await stores.workspaces.getDetail(principal, workspaceId);
    const before = requireFile(detail.files, path);
    const files = change(detail, { path: before.path, version: versionOf(before) });
    const after = files.find(({ id }) => id === before.id);
    await storeEdit(stores, context, { before, after });
    return after;
  });
}
