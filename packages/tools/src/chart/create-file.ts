import type { ToolContext } from '@shipmate/core';
import { effectiveContent, findChartOf, findPathClash, newId, toPending, type UnitOfWork } from '@shipmate/domain';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { createEditFailure } from './edit-failure.ts';
import { withYamlWarning } from './yaml-warning.ts';

/** Adds a file as a pending change; where a deletion is pending, the file comes back with the new content. */
export async function createFile(
  { path, content }: { readonly path: string; readonly content: string },
  context: ToolContext<{ unitOfWork: UnitOfWork }>,
) {
  const { principal, ports } = context;
  const workspaceId = workspaceIdOf(context);
  await ports.unitOfWork.transaction(async ({ workspaces }) => {
    await workspaces.lock(principal, workspaceId);
    const { charts, files } = await workspaces.getDetail(principal, workspaceId);
    const existing = files.find((file) => file.path === path);
    if (existing && effectiveContent(existing) !== undefined) {
      throw createEditFailure('file_exists', 'Error: File already exists. Use view and str_replace instead.');
    }
    if (existing) {
      await workspaces.setPending(principal, workspaceId, {
        fileId: existing.id,
        pending: toPending(existing, content),
      });
      return;
    }
    const clash = findPathClash(
      path,
      files.map((file) => file.path),
    );
    if (clash !== undefined) {
      throw createEditFailure(
        'file_exists',
        `Error: ${path} cannot be created beside ${clash}: one path is a folder of the other.`,
      );
    }
    await workspaces.addFile(principal, workspaceId, {
      id: newId(),
      chartId: findChartOf(path, charts)?.id ?? null,
      path,
      content: '',
      pending: { op: 'create', content },
    });
  });
  return { success: true as const, message: withYamlWarning('Created', { path, content }) };
}
