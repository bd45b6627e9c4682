import type { ToolContext } from '@shipmate/core';
import { addFile, describeTakenPath, toTakenPaths, type WorkspaceFile } from '@shipmate/domain/workspace';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { createEditFailure } from './edit-failure.ts';
import type { EditPorts } from './edit-ports.ts';
import { storeEdit } from './store-edit.ts';
import { withYamlWarning } from './yaml-warning.ts';

/** Adds a file as a pending change; if a deletion is pending, the file is restored with the new content. */
export async function createFile(
  { path, content }: { readonly path: string; readonly content: string },
  context: ToolContext<EditPorts>,
) {
  const { principal, ports } = context;
  const workspaceId = workspaceIdOf(context);
  await ports.chartFiles.edit(principal, workspaceId, async (stores) => {
    const detail = await stores.workspaces.getDetail(principal, workspaceId);
    const before = detail.files.find((file) => file.path === path);
    if (before?.pending?.op !== 'delete') requireFree(path, detail.files);
    for (const after of addFile(detail, { path, content }).filter((file) => file.path === path)) {
      await storeEdit(stores, context, { before, after });
    }
  });
  const message = await withYamlWarning({ message: 'Created', path, content }, ports.compute, context);
  return { success: true as const, message };
}

function requireFree(path: string, files: readonly WorkspaceFile[]): void {
  const other = toTakenPaths(files).find(path);
  if (other === undefined) return;
  throw createEditFailure(
    'file_exists',
    other === path
      ? 'Error: File already exists. Use view and str_replace instead.'
      : `Error: ${describeTakenPath(path, other)}`,
  );
}
