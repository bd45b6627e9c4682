import type { ToolContext } from '@shipmate/core';
import { effectiveContent, type UnitOfWork } from '@shipmate/domain';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { fileMissing } from './edit-failure.ts';

/** Reads a file, its pending change counted in. */
export async function viewFile(path: string, context: ToolContext<{ unitOfWork: UnitOfWork }>) {
  const { workspaces } = context.ports.unitOfWork.stores;
  const file = await workspaces.findFile(context.principal, workspaceIdOf(context), path);
  const content = file && effectiveContent(file);
  if (content === undefined) throw fileMissing();
  return { success: true as const, content };
}
