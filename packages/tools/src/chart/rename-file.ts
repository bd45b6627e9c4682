import { defineTool, type ToolContext } from '@shipmate/core';
import { effectiveContent, moveFiles } from '@shipmate/domain/workspace';
import { z } from 'zod';
import { changeFile } from './change-file.ts';
import type { EditPorts } from './edit-ports.ts';
import { existingPathSchema, workspacePathSchema } from './workspace-path-schema.ts';
import { withYamlWarning } from './yaml-warning.ts';

export const renameFile = defineTool({
  name: 'renameFile',
  description:
    'Moves a file of the workspace to another path as a pending change, with its content and its pending edits. Later calls find ' +
    'it at the new path. Fails when a file exists at the new path. References to the old path are not changed.',
  needsWorkspace: true,
  effect: 'write',
  input: () =>
    z.object({
      path: existingPathSchema.describe('Path of the file, as getChartContext lists it.'),
      newPath: workspacePathSchema.describe('The new path, for example "templates/web-service.yaml".'),
    }),
  output: () => z.object({ success: z.literal(true), message: z.string() }),
  async execute({ path, newPath }, context: ToolContext<EditPorts>) {
    const after = await changeFile(
      { path, change: (detail, file) => moveFiles(detail, [{ ...file, to: newPath }]) },
      context,
    );
    const content = (after && effectiveContent(after)) ?? '';
    const message = `Renamed ${path} to ${newPath}. The change is pending review.`;
    return {
      success: true as const,
      message: await withYamlWarning({ message, path: newPath, content }, context.ports.compute, context),
    };
  },
  toModel: ({ message }) => message,
});
