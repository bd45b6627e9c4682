import { AppError, type ToolContext } from '@shipmate/core/tool';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import type { GitWorkTreePort } from '../git/git-port.ts';
import { effectOn, type FilePorts, filePathSchema } from './file-access.ts';

/** The ports of the tool that deletes files. */
export interface RemovePorts extends FilePorts {
  readonly workTrees: Pick<GitWorkTreePort, 'run'>;
}

export const removeFile = defineCheckoutTool({
  name: 'removeFile',
  description:
    'Deletes one file of the repository, or a link without its target. A file that git does not track cannot be restored from git: ' +
    'deleting it needs unversioned, for which a person is asked. Search for references to the file first.',
  effect: ({ filePath, unversioned = false }) => (unversioned ? 'destructive' : effectOn(filePath)),
  worstEffect: 'destructive',
  exclusive: true,
  input: () =>
    z.object({
      filePath: filePathSchema().describe('Path of the file, relative to the root of the repository.'),
      unversioned: z.boolean().optional().describe('Delete the file although git does not track it.'),
    }),
  output: () =>
    z.object({
      filePath: z.string(),
      /** In bytes. */
      size: z.number().int(),
      wasTracked: z.boolean(),
    }),
  async execute({ filePath, unversioned = false }, context: ToolContext<RemovePorts>) {
    const { signal } = context;
    const checkout = await context.ports.checkouts.open(context);
    const { size } = await checkout.files.stat(filePath, { signal });
    const wasTracked = await isTracked(checkout.folder, filePath, context).catch((thrown: unknown) => {
      // A checkout without a repository tracks no file.
      if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return false;
      throw thrown;
    });
    if (!wasTracked && !unversioned) {
      throw new AppError({
        code: 'CONFLICT',
        message: `git does not track "${filePath}", so it could not be restored. Keep it, or delete it with unversioned, for which a person is asked.`,
        details: { field: 'unversioned' },
      });
    }
    await checkout.files.remove(filePath, { signal });
    return { filePath, size, wasTracked };
  },
  preview: async ({ filePath, unversioned = false }) =>
    `Deletes ${filePath}${unversioned ? ', which git may not be able to restore' : ''}.`,
  toModel: ({ filePath, wasTracked }) =>
    `Deleted ${filePath}${wasTracked ? '; git can restore it.' : ', which git did not track.'}`,
});

/** Checks in the index of git, which git reads without the content of the file. */
async function isTracked(
  folder: string,
  path: string,
  { ports, principal, signal, logger }: ToolContext<RemovePorts>,
): Promise<boolean> {
  const { organizationId } = principal;
  const args = ['ls-files', '-z', '--cached', '--', parseCheckoutPath(path)];
  const { exitCode, stdout, stderr } = await ports.workTrees.run({ organizationId, folder, args, logger }, signal);
  if (exitCode === 0) return stdout !== '';
  throw new AppError({ code: 'CONFLICT', message: 'git cannot read the index of the checkout.', cause: stderr });
}
