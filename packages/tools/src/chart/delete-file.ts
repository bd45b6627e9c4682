import { defineTool, type ToolContext } from '@shipmate/core';
import type { ChartFiles } from '@shipmate/domain/tool-storage';
import { deleteFiles } from '@shipmate/domain/workspace';
import { z } from 'zod';
import { changeFile } from './change-file.ts';
import { existingPathSchema } from './workspace-path-schema.ts';

export const deleteFile = defineTool({
  name: 'deleteFile',
  description:
    'Deletes a file of the workspace as a pending change: the file is kept until a person accepts the deletion. A new file that ' +
    'was never accepted is deleted immediately. Before you delete a template or a values file, check that nothing else in the ' +
    'chart refers to it.',
  needsWorkspace: true,
  effect: 'write',
  input: () => z.object({ path: existingPathSchema.describe('Path of the file, as getChartContext lists it.') }),
  output: () => z.object({ success: z.literal(true), message: z.string() }),
  async execute({ path }, context: ToolContext<{ chartFiles: ChartFiles }>) {
    const after = await changeFile({ path, change: ({ files }, file) => deleteFiles(files, [file]) }, context);
    const message = after ? `The deletion of ${path} is pending review.` : `Deleted ${path}.`;
    return { success: true as const, message };
  },
  toModel: ({ message }) => message,
});
