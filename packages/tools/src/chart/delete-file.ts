import { defineTool, type ToolContext } from '@shipmate/core';
import type { ChartFiles } from '@shipmate/domain/tool-storage';
import { deleteFiles } from '@shipmate/domain/workspace';
import { z } from 'zod';
import { changeFile } from './change-file.ts';
import { existingPathSchema } from './workspace-path-schema.ts';

export const deleteFile = defineTool({
  name: 'deleteFile',
  description:
    'Deletes a file of the workspace as a pending change: it stays until a person accepts that. A file that is new and was never ' +
    'accepted is gone at once. Before you delete a template or a values file, see that nothing else of the chart refers to it.',
  effect: 'write',
  input: z.object({ path: existingPathSchema.describe('Path of the file, as getChartContext lists it.') }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  async execute({ path }, context: ToolContext<{ chartFiles: ChartFiles }>) {
    const after = await changeFile({ path, change: ({ files }, file) => deleteFiles(files, [file]) }, context);
    const message = after ? `${path} is to be deleted; that is pending review.` : `${path} is gone.`;
    return { success: true as const, message };
  },
  toModel: ({ message }) => message,
});
