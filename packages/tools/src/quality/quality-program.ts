import { AppError } from '@shipmate/core';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import { readManifest } from '../development/command-result.ts';

/** The programs that check and format code. */
type QualityProgram = 'eslint' | 'biome' | 'prettier';

const packages: Readonly<Record<QualityProgram, string>> = {
  eslint: 'eslint',
  biome: '@biomejs/biome',
  prettier: 'prettier',
};

const configurations: Readonly<Record<QualityProgram, RegExp>> = {
  eslint: /^(?:eslint\.config\.|\.eslintrc)/u,
  biome: /^\.?biome\.jsonc?$/u,
  prettier: /^(?:\.prettierrc|prettier\.config\.)/u,
};

/** The files of a call: a file or a folder of the checkout; all files by default. */
export const qualityPathSchema: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .max(4_000)
  .optional()
  .describe('A file or a folder of the repository. Default: the whole repository.');

/**
 * Chooses the program of a repository by its dependencies and configuration files, in the order of preference.
 *
 * @throws AppError `NOT_FOUND` when the repository uses none, `UNAVAILABLE` when it is not installed.
 */
export async function chooseProgram<Program extends QualityProgram>(
  { files }: Checkout,
  candidates: readonly Program[],
  signal: AbortSignal,
): Promise<{ readonly name: Program; readonly path: string }> {
  const manifest = await readManifest(files, signal);
  const entries = await files.list('', { signal });
  const isUsed = (name: Program): boolean =>
    manifest?.dependencies.has(packages[name]) === true ||
    entries.some((entry) => configurations[name].test(entry.name));
  const name = candidates.find(isUsed);
  if (name === undefined) {
    throw new AppError({
      code: 'NOT_FOUND',
      message: `The repository uses none of ${candidates.join(', ')}: its package.json and first folder name none. Check its scripts with runPackageCommand.`,
    });
  }
  const installed = await files.list('node_modules/.bin', { signal }).catch((thrown: unknown) => {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return [];
    throw thrown;
  });
  if (installed.some((entry) => entry.name === name)) return { name, path: `./node_modules/.bin/${name}` };
  const message = `The repository uses ${name}, which is not installed in node_modules. Run runPackageCommand with command "install" first.`;
  throw new AppError({ code: 'UNAVAILABLE', message, recoverable: true });
}

/** Returns a path as an argument that no program takes for an option. @throws AppError `VALIDATION_ERROR` */
export function toArgument(filePath: string | undefined): string {
  return filePath === undefined ? '.' : `./${parseCheckoutPath(filePath)}`;
}
