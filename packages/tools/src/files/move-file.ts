import type { ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { effectOn, type FilePorts, filePathSchema } from './file-access.ts';

export const moveFile = defineCheckoutTool({
  name: 'moveFile',
  description:
    'Moves or renames one file of the repository to a path at which nothing is; missing folders are created. References to it are not ' +
    'changed: search for them first.',
  effect: ({ from, to }) => effectOn(from, to),
  worstEffect: 'destructive',
  exclusive: true,
  input: () =>
    z.object({
      from: filePathSchema().describe('Path of the file, relative to the root of the repository.'),
      to: filePathSchema().describe('Its new path.'),
    }),
  output: () =>
    z.object({
      from: z.string(),
      to: z.string(),
      /** In bytes. */
      size: z.number().int(),
    }),
  async execute({ from, to }, context: ToolContext<FilePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const { signal } = context;
    const { size } = await files.stat(from, { signal });
    await files.move(from, to, { signal });
    return { from, to, size };
  },
  toModel: ({ from, to }) => `Moved ${from} to ${to}.`,
});
