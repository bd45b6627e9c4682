import { AppError } from '@shipmate/core/tool';
import { type CheckoutFiles, parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';

/** The folder of a checkout in which a command runs. */
export function workingDirectorySchema(): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('The folder to work in, such as a workspace package. Default: the first folder of the repository.');
}

/** A folder in which a command runs. */
export interface WorkingFolder {
  /** The path in the checkout; empty for its first folder. */
  readonly path: string;
  /** The files of the folder, with paths from it. */
  readonly files: CheckoutFiles;
  /** The folder and those above it in the checkout, with the names in them. */
  readonly levels: readonly { readonly path: string; readonly entries: ReadonlySet<string> }[];
}

/** Options for {@link openWorkingFolder}. */
interface OpenWorkingFolderOptions {
  readonly workingDirectory: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws AppError `NOT_FOUND` for a folder that does not exist, `VALIDATION_ERROR` for a path that is refused. */
export async function openWorkingFolder(
  files: CheckoutFiles,
  { workingDirectory = '.', signal }: OpenWorkingFolderOptions,
): Promise<WorkingFolder> {
  try {
    const path = /^(?=.)(?:\.\/+)*\.?$/.test(workingDirectory)
      ? ''
      : parseCheckoutPath(workingDirectory.replace(/\/$/, ''));
    const names = path === '' ? [] : path.split('/');
    const paths = [...names.keys(), names.length].map((count) => names.slice(0, count).join('/')).toReversed();
    const levels = await Promise.all(
      paths.map(async (each) => {
        const entries = await files.list(each, { signal });
        return { path: each, entries: new Set(entries.map(({ name }) => name)) };
      }),
    );
    return { path, levels, files: toFilesIn(files, path) };
  } catch (thrown) {
    if (!AppError.isInstance(thrown) || !(thrown.code === 'NOT_FOUND' || thrown.code === 'VALIDATION_ERROR'))
      throw thrown;
    throw new AppError({
      code: thrown.code,
      message: `The folder ${JSON.stringify(workingDirectory)} of workingDirectory cannot be used: ${thrown.message} Name a folder of the repository.`,
      details: { field: 'workingDirectory' },
      cause: thrown,
    });
  }
}

/** Returns the files of a folder, with paths from it. */
export function toFilesIn(files: CheckoutFiles, folder: string): CheckoutFiles {
  if (folder === '') return files;
  const at = (path: string): string => (path === '' ? folder : `${folder}/${path}`);
  return {
    list: (path, options) => files.list(at(path), options),
    stat: (path, options) => files.stat(at(path), options),
    read: (path, options) => files.read(at(path), options),
    write: (path, bytes, options) => files.write(at(path), bytes, options),
    move: (from, to, options) => files.move(at(from), at(to), options),
    remove: (path, options) => files.remove(at(path), options),
  };
}

/** A program and the arguments before its own. */
export type ProgramStart = readonly [program: string, ...args: string[]];

/**
 * Returns how a program is started: in the nearest folder of packages for `./node_modules/.bin/name`, and with yarn, which alone finds packages,
 * where they are installed with Plug'n'Play.
 *
 * @throws AppError `UNAVAILABLE` when it is not installed.
 */
export async function findInstalled(
  files: CheckoutFiles,
  program: string,
  { folder, signal }: { readonly folder: WorkingFolder; readonly signal: AbortSignal },
): Promise<ProgramStart> {
  const isPacked = folder.levels.some(({ entries }) => entries.has('.pnp.cjs'));
  if (!program.startsWith('./')) return isPacked && program === 'node' ? ['yarn', program] : [program];
  const [, place = '', runner = ''] = /^\.\/(.*)\/(.*)$/.exec(program) ?? [];
  if (isPacked) return ['yarn', 'run', '-B', runner];
  for (const { path } of folder.levels) {
    const found = path === '' ? place : `${path}/${place}`;
    const names = await files.list(found, { signal }).catch((thrown: unknown) => {
      if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return [];
      throw thrown;
    });
    if (names.some(({ name }) => name === runner)) return [`./${found}/${runner}`];
  }
  const message = `The repository uses ${runner}, which is not installed in node_modules. Run runPackageCommand with command "install" first.`;
  throw new AppError({ code: 'UNAVAILABLE', message, recoverable: true });
}
