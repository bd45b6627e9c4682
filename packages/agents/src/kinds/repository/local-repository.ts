import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { AppError } from '@shipmate/core';

/**
 * Checks that the operator allows a folder of the machine, and returns its path without links.
 *
 * @throws AppError `VALIDATION_ERROR` about `localPath`
 */
export async function requireAllowedRoot(path: string, roots: readonly string[]): Promise<string> {
  const absolute = await toRealPath(path);
  if (isAbsolute(path) && !path.includes('\0') && (await areUnder([absolute], roots))) return absolute;
  throw folderError('must be under one of the folders in REPOSITORY_ROOTS, which the operator sets');
}

/**
 * Checks that a folder of the machine is allowed and holds a git repository that can be fetched, and returns its path without links.
 *
 * @throws AppError `VALIDATION_ERROR` about `localPath`
 */
export async function requireLocalRepository(path: string, roots: readonly string[]): Promise<string> {
  const folder = await requireAllowedRoot(path, roots);
  if (!existsSync(folder)) throw folderError('does not exist');
  // A bare repository has no folder `.git`.
  if (!['.git', 'HEAD'].some((name) => existsSync(join(folder, name)))) throw folderError('holds no git repository');
  const data = await findDataFolders(folder);
  if (!(await areUnder(data, roots))) {
    throw folderError(
      'keeps its git data outside of the folders in REPOSITORY_ROOTS. Add the place of that data there, or choose another folder',
    );
  }
  if (data.some((place) => existsSync(join(place, 'shallow')))) {
    throw folderError(
      'holds a shallow clone, whose branches cannot be fetched. Run "git fetch --unshallow" in it first',
    );
  }
  return folder;
}

function folderError(problem: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The folder ${problem}.`,
    details: { issues: [{ path: 'localPath', message: problem }] },
  });
}

async function areUnder(paths: readonly string[], roots: readonly string[]): Promise<boolean> {
  const realRoots = await Promise.all(roots.map(toRealPath));
  return paths.every((path) =>
    realRoots.some((root) => {
      const rest = relative(root, path);
      return rest === '' || !(rest === '..' || rest.startsWith('../') || isAbsolute(rest));
    }),
  );
}

/** Returns a path without links; one that does not exist has none. */
export function toRealPath(path: string): Promise<string> {
  const absolute = resolve(path);
  return realpath(absolute).catch(() => absolute);
}

/** Returns the folders without links in which git keeps a repository. Links, and files of work trees and submodules, lead out of its folder. */
async function findDataFolders(folder: string): Promise<readonly string[]> {
  const entry = join(folder, '.git');
  const gitDir = existsSync(entry) ? resolve(folder, (await readPointer(entry)) ?? entry) : folder;
  const common = resolve(gitDir, (await readPointer(join(gitDir, 'commondir'))) ?? '.');
  return Promise.all([gitDir, common, join(common, 'objects'), join(common, 'refs')].map(toRealPath));
}

/** More than the longest path of Linux takes. */
const maxPointerBytes = 5_000;

/** Reads the path in a file of git; undefined for a folder, and where nothing is. */
async function readPointer(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > maxPointerBytes) return undefined;
  return (await readFile(file, 'utf8')).replace(/^gitdir: /u, '').replace(/[\r\n]+$/u, '');
}
