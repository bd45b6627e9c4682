import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { parseCheckoutPath } from '@shipmate/domain/repository';

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
  let handle = await openOne(opened, { path, names: 0 });
  try {
    for (const [index, name] of namesOf(path).entries()) {
      const next = await openNext(placeOf(handle, name), { path, names: index + 1 }, request);
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

async function openNext(place: string, part: PathPart, { makes = false }: FolderRequest): Promise<FileHandle> {
  if (makes) await makeOne(place, part.path);
  return openOne(place, part);
}

async function openOne(place: string, part: PathPart): Promise<FileHandle> {
  return open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((thrown: unknown) => refuseLink(thrown, place, part));
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
  const names = namesOf(path);
  for (const [index, name] of names.entries()) {
    place = join(place, name);
    if (makes) await makeOne(place, path);
    await requireNoLink(place, { path, names: index + 1 });
  }
  const handle = await openOne(place, { path, names: names.length });
  await handle.close();
  return place;
}

async function requireNoLink(place: string, part: PathPart): Promise<void> {
  const actual = await realpath(place).catch(async (thrown: unknown) => {
    // A link to nothing has no real path.
    const entry = await lstat(place).catch(() => toOpenError(thrown, part.path));
    return entry.isSymbolicLink() ? undefined : toOpenError(thrown, part.path);
  });
  if (actual !== place) throw await toLinkError(place, part);
}

/** The first names of a path. */
interface PathPart {
  readonly path: string;
  readonly names: number;
}

const linkProblem = 'is reached over a link, or a part of it is not a folder';
const maxShownTarget = 500;

/** Translates a failure to open a part of a path without following links. @throws AppError */
export async function refuseLink(thrown: unknown, place: string, part: PathPart): Promise<never> {
  const code = codeOf(thrown);
  if (code === 'ELOOP' || code === 'ENOTDIR') throw await toLinkError(place, part);
  return toOpenError(thrown, part.path);
}

/** Returns the error about a part of a path that is a link, with the path to which the link leads if that is in the checkout. */
export async function toLinkError(place: string, part: PathPart): Promise<AppError> {
  const link = await readlink(place).catch(() => undefined);
  const target = link === undefined ? undefined : findTarget(link, part);
  if (target === undefined || target.length > maxShownTarget) return toPathError(part.path, linkProblem);
  return toPathError(part.path, 'is reached over a link', `Give "${target}", to which it leads`);
}

/** Resolves the text of a link; `undefined` if it leads out of the checkout or to what must not be read. */
function findTarget(link: string, { path, names }: PathPart): string | undefined {
  const all = namesOf(path);
  if (names === 0 || link.startsWith('/')) return undefined;
  try {
    return parseCheckoutPath([...all.slice(0, names - 1), link.replace(/\/+$/u, ''), ...all.slice(names)].join('/'));
  } catch (thrown) {
    if (AppError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}

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

/** An error about the field `path`, with what to do. */
export function toPathError(path: string, problem: string, fix = 'Give the path of a file in the checkout'): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `path "${path}" ${problem}. ${fix}.`,
    details: { issues: [{ path: 'path', message: problem }], path },
  });
}
