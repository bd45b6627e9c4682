import { AppError, type ToolContext } from '@shipmate/core/tool';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import type { Checkout } from '../checkout/checkout-port.ts';
import type { DevelopmentPorts } from '../development/command-port.ts';
import { readManifest } from '../development/command-result.ts';
import {
  findInstalled,
  openWorkingFolder,
  type ProgramStart,
  toFilesIn,
  type WorkingFolder,
} from '../development/working-folder.ts';

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
export function qualityPathSchema(): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('A file or a folder of the repository or of workingDirectory. Default: all files of workingDirectory.');
}

/** The files of a call, and the folder in which it runs. */
interface QualityCall {
  readonly filePath?: string | undefined;
  readonly workingDirectory?: string | undefined;
}

/** A program of the repository. `place` is what it checks, as an argument that no program takes for an option. */
interface OpenedProgram<Name> {
  readonly name: Name;
  readonly start: ProgramStart;
  readonly checkout: Checkout;
  readonly folder: WorkingFolder;
  readonly place: string;
}

/**
 * Opens the program that the nearest folder names by dependencies or configuration files, in the order of preference.
 *
 * @throws AppError `VALIDATION_ERROR` for a path, `NOT_FOUND` when no folder names one, `UNAVAILABLE` when it is not installed.
 */
export async function openProgram<Name extends QualityProgram>(
  { filePath, workingDirectory }: QualityCall,
  candidates: readonly Name[],
  context: ToolContext<DevelopmentPorts>,
): Promise<OpenedProgram<Name>> {
  const checkout = await context.ports.checkouts.open(context);
  const { files } = checkout;
  const { signal } = context;
  const folder = await openWorkingFolder(files, { workingDirectory, signal });
  const place = toArgument(filePath, folder);
  for (const { path, entries } of folder.levels) {
    const manifest = await readManifest(toFilesIn(files, path), signal);
    const name = candidates.find(
      (each) =>
        manifest?.dependencies.has(packages[each]) === true ||
        [...entries].some((entry) => configurations[each].test(entry)),
    );
    if (name === undefined) continue;
    const start = await findInstalled(files, `./node_modules/.bin/${name}`, { folder, signal });
    return { name, start, checkout, folder, place };
  }
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The repository uses none of ${candidates.join(', ')}: its package.json and first folder name none. Check its scripts with runPackageCommand.`,
  });
}

function toArgument(filePath: string | undefined, { path: folder }: WorkingFolder): string {
  const path = filePath === undefined ? folder : parseCheckoutPath(filePath);
  if (path === folder) return '.';
  return `./${path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path}`;
}

/** Returns the path from the checkout of a file that a program named from the checkout or from the folder. */
export function toCheckoutPath(file: string, { path: folder }: WorkingFolder): string {
  return folder === '' || file.startsWith(`${folder}/`) ? file : `${folder}/${file}`;
}
