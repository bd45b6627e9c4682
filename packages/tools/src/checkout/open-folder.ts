import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * How folders are opened: `descriptors` opens each folder of a path in the one before it, so that nothing that is put in the place
 * of a folder meanwhile is used; `paths` opens the last one by its path and checks afterwards where it lies.
 */
export type FolderWalk = 'descriptors' | 'paths';

/** The strongest walk of this system: only Linux names open folders as paths. */
export const defaultWalk: FolderWalk = process.platform === 'linux' ? 'descriptors' : 'paths';

/** A folder of a checkout. */
interface FolderRequest {
  /** The absolute path of the checkout; it may contain links itself. */
  readonly root: string;
  /** A parsed path; empty for the checkout itself. */
  readonly path: string;
  readonly walk: FolderWalk;
  /** Creates missing folders. */
  readonly makes?: boolean;
}

/**
 * Opens a folder of a checkout without following a link below the root, and works in it.
 *
 * @param work Gets a path to the folder. With the walk `descriptors` the path stays this folder, whatever is put in its place.
 * @throws AppError `NOT_FOUND`, `VALIDATION_ERROR` about `path` for a part that is a link or a file.
 */
export async function inFolder<Result>(
  request: FolderRequest,
  work: (place: string) => Promise<Result>,
): Promise<Result> {
  const { path, root, walk } = request;
  const opened = await realpath(root).catch((thrown: unknown) => toOpenError(thrown, 'The root of the checkout'));
  if (walk === 'paths') return work(await checkPath(request, opened));
  let handle = await openOne(opened, path);
  try {
    for (const name of namesOf(path)) {
      const next = await openNext(placeOf(handle, name), request);
      await handle.close();
      handle = next;
    }
    return await work(placeOf(handle, ''));
  } finally {
    await handle.close();
  }
}

function placeOf({ fd }: FileHandle, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

function namesOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

async function openNext(place: string, { path, makes = false }: FolderRequest): Promise<FileHandle> {
  if (!makes) return openOne(place, path);
  await makeOne(place, path);
  return openOne(place, path);
}

async function openOne(place: string, path: string): Promise<FileHandle> {
  return open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((thrown: unknown) => toOpenError(thrown, path));
}

async function makeOne(place: string, path: string): Promise<void> {
  try {
    await mkdir(place);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') toOpenError(thrown, path);
  }
}

/** Returns the path of a folder after checking that it leads over no link; the folders on the way are created if asked. */
async function checkPath({ path, makes = false }: FolderRequest, root: string): Promise<string> {
  let place = root;
  for (const name of namesOf(path)) {
    place = join(place, name);
    if (makes) await makeOne(place, path);
    const actual = await realpath(place).catch((thrown: unknown) => toOpenError(thrown, path));
    if (actual !== place) throw toPathError(path, linkProblem);
  }
  const handle = await openOne(place, path);
  await handle.close();
  return place;
}

const linkProblem = 'is reached over a link, or a part of it is not a folder';

/** Translates a failure of the file system. @throws AppError */
export function toOpenError(thrown: unknown, path: string): never {
  const code = codeOf(thrown);
  if (code === 'ENOENT')
    throw new AppError({ code: 'NOT_FOUND', message: `"${path}" does not exist in the checkout.`, cause: thrown });
  if (code === 'ELOOP' || code === 'ENOTDIR') throw toPathError(path, linkProblem);
  if (code === 'ENXIO') throw toPathError(path, 'is not a regular file');
  if (code === 'ENAMETOOLONG') throw toPathError(path, 'is longer than the file system allows');
  const reason = reasons.get(code) ?? 'cannot be used';
  throw new AppError({ code: 'INTERNAL_ERROR', message: `"${path}" ${reason}.`, cause: thrown });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'cannot be used: the process has no permission'],
  ['EPERM', 'cannot be used: the system does not permit it'],
  ['ENOSPC', 'cannot be written: the disk is full'],
  ['EDQUOT', 'cannot be written: the disk quota is used up'],
  ['EROFS', 'cannot be written: the file system is read-only'],
  ['EMFILE', 'cannot be opened: the process has too many open files'],
]);

/** The code of a failure of the file system; empty for other errors. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** An error about the field `path`. */
export function toPathError(path: string, problem: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `path "${path}" ${problem}. Give the path of a file in the checkout.`,
    details: { issues: [{ path: 'path', message: problem }] },
  });
}
