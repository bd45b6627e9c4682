import { createHash, randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import { AppError } from '@shipmate/core';
import type { CheckoutEntry, CheckoutFile, CheckoutFiles } from '@shipmate/domain/repository';
import { findPathProblem, parseWorkspacePath } from '@shipmate/domain/workspace';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Creates the files of a checkout in a folder of this machine.
 *
 * A path is opened without following a link at its end, and used only if what was opened lies where the path says, so a link in
 * the middle is noticed. On Linux the opened folder is used from then on, whatever is put in its place.
 *
 * @param folder The absolute path of the checkout; it may contain links itself.
 */
export function createLocalCheckoutFiles(folder: string): CheckoutFiles {
  const rooted = realpath(folder);

  /** Opens a folder of the checkout and works in it. */
  async function inFolder<Result>(path: string, work: (folder: OpenFolder) => Promise<Result>): Promise<Result> {
    const expected = path === '' ? await rooted : join(await rooted, path);
    const handle = await open(expected, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((thrown) => refuse(thrown, path));
    try {
      const place = await placeOf(handle, expected);
      if (place.actual !== expected) throw linked(path);
      return await work(place);
    } finally {
      await handle.close();
    }
  }

  return {
    async list(path, { signal }) {
      signal.throwIfAborted();
      const parsed = path === '' ? '' : parseWorkspacePath(path);
      const entries = await inFolder(parsed, ({ place }) => readdir(place, { withFileTypes: true }));
      return entries
        .filter(({ name }) => findPathProblem(name) === undefined)
        .map(toEntry)
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
    async read(path, { maxBytes, signal }) {
      requireActive(signal);
      const parsed = parseWorkspacePath(path);
      return inFolder(folderOf(parsed), ({ place }) => readIn(place, { path: parsed, maxBytes }));
    },
    async write(path, bytes, { version, signal }) {
      requireActive(signal);
      const parsed = parseWorkspacePath(path);
      return inFolder(folderOf(parsed), async ({ place }) => {
        const file = join(place, nameOf(parsed));
        const known = await lstat(file).catch(() => undefined);
        if (known && !known.isFile()) throw linked(parsed);
        const current = known && (await readIn(place, { path: parsed, maxBytes: maxCompared })).version;
        if ((current ?? null) !== version) throw conflict(parsed, version);
        await replace(file, bytes, known?.mode);
        return versionOf(bytes);
      });
    },
  };
}

/** The largest file that is compared with a version before it is replaced. */
const maxCompared = 64 * 1024 * 1024;

/** A folder that is open: where it lies, and a path to it that stays the same folder. */
interface OpenFolder {
  readonly actual: string;
  readonly place: string;
}

async function placeOf(handle: FileHandle, expected: string): Promise<OpenFolder> {
  if (process.platform !== 'linux') return { actual: await realpath(expected), place: expected };
  const place = `/proc/self/fd/${handle.fd}`;
  return { actual: await realpath(place), place };
}

async function readIn(
  place: string,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<CheckoutFile> {
  // A named pipe without a writer would block otherwise.
  const file = join(place, nameOf(path));
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((thrown) => refuse(thrown, path));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw notAFile(path);
    if (stat.size > maxBytes) throw tooLarge(path, maxBytes);
    const bytes = await handle.readFile();
    if (bytes.length > maxBytes) throw tooLarge(path, maxBytes);
    return { bytes, version: versionOf(bytes) };
  } finally {
    await handle.close();
  }
}

/** Writes a new file beside the old one and puts it in its place. */
async function replace(file: string, bytes: Uint8Array, mode = 0o644): Promise<void> {
  const temporary = join(dirname(file), `.shipmate-${randomUUID()}`);
  try {
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode & 0o777);
    try {
      await handle.writeFile(bytes);
      await handle.chmod(mode & 0o777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function toEntry(entry: Dirent): CheckoutEntry {
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
  return { name: entry.name, kind };
}

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === '.' ? '' : folder.split(sep).join('/');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function requireActive(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError({ code: 'ABORTED', message: 'The call was cancelled.', cause: signal.reason });
}

function refuse(thrown: unknown, path: string): never {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ENOENT')
    throw new AppError({ code: 'NOT_FOUND', message: `"${path}" does not exist in the checkout.`, cause: thrown });
  if (code === 'ELOOP' || code === 'ENOTDIR') throw linked(path);
  if (code === 'ENXIO') throw notAFile(path);
  throw new AppError({ code: 'INTERNAL_ERROR', message: `"${path}" cannot be opened.`, cause: thrown });
}

function linked(path: string): AppError {
  return invalid(path, 'is reached over a link, or is none of a file and a folder');
}

function notAFile(path: string): AppError {
  return invalid(path, 'is not a regular file');
}

function invalid(path: string, problem: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `path "${path}" ${problem}. Give the path of a file in the checkout.`,
    details: { issues: [{ path: 'path', message: problem }] },
  });
}

function tooLarge(path: string, maxBytes: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `"${path}" has more than ${maxBytes} bytes.`,
    details: { path },
  });
}

function conflict(path: string, version: string | null): AppError {
  const reason = version === null ? 'exists already' : 'has changed since it was read. Read it again';
  return new AppError({ code: 'CONFLICT', message: `"${path}" ${reason}.`, details: { path } });
}
