import { AppError } from '@shipmate/core';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import { readManifest } from '../development/command-result.ts';
import { findInstalled, toFilesIn, type WorkingFolder } from '../development/working-folder.ts';

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

/** The files of a call: a file or a folder of the working folder; all files by default. */
export const qualityPathSchema: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .max(4_000)
  .optional()
  .describe('A file or a folder of the repository or of workingDirectory. Default: all files of workingDirectory.');

/**
 * Chooses the program by the dependencies and configuration files of the nearest folder that names one, in the order of preference.
 *
 * @throws AppError `NOT_FOUND` when no folder names one, `UNAVAILABLE` when it is not installed.
 */
export async function chooseProgram<Program extends QualityProgram>(
  { files }: Checkout,
  candidates: readonly Program[],
  options: { readonly folder: WorkingFolder; readonly signal: AbortSignal },
): Promise<{ readonly name: Program; readonly path: string }> {
  for (const { path, entries } of options.folder.levels) {
    const manifest = await readManifest(toFilesIn(files, path), options.signal);
    const name = candidates.find(
      (each) =>
        manifest?.dependencies.has(packages[each]) === true ||
        [...entries].some((entry) => configurations[each].test(entry)),
    );
    if (name !== undefined) return { name, path: await findInstalled(files, `./node_modules/.bin/${name}`, options) };
  }
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The repository uses none of ${candidates.join(', ')}: its package.json and first folder name none. Check its scripts with runPackageCommand.`,
  });
}

/** Returns a path in the folder as an argument that no program takes for an option. @throws AppError `VALIDATION_ERROR` */
export function toArgument(filePath: string | undefined, { path: folder }: WorkingFolder): string {
  const path = filePath === undefined ? folder : parseCheckoutPath(filePath);
  if (path === folder) return '.';
  return `./${path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path}`;
}

/** Returns the path from the checkout of a file that a program named from the checkout or from the folder. */
export function toCheckoutPath(file: string, { path: folder }: WorkingFolder): string {
  return folder === '' || file.startsWith(`${folder}/`) ? file : `${folder}/${file}`;
}
