import { Buffer } from 'node:buffer';
import { closeSync, constants, type Dirent, fstatSync, open as openWithCallback, read, type Stats } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import {
  type CheckoutEntry,
  type CheckoutFile,
  type CheckoutFiles,
  findCheckoutPathProblem,
  parseCheckoutPath,
  requireNewCheckoutPath,
} from '@shipmate/domain/repository';
import { createFolderCalls } from './folder-calls.ts';
import {
  codeOf,
  defaultWalk,
  type FolderWalk,
  inFolder,
  refuseLink,
  toLinkError,
  toOpenError,
  toPathError,
} from './open-folder.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Entries of a folder that are checked in one turn of the event loop. */
const maxListed = 4_000;

/** The largest file that is compared with a version before it is changed. */
const maxCompared = 64 * 1024 * 1024;

/**
 * Creates the files of a checkout in a folder of this machine. Changes of one path are made one after the other.
 *
 * @param root The absolute path of the checkout; it may contain links itself.
 */
export function createLocalCheckoutFiles(root: string, walk: FolderWalk = defaultWalk): CheckoutFiles {
  const inOrder = createOrder();
  /** Works in the folder of a file, with the place of the file. */
  const at = <Result>(path: string, work: (file: string) => Promise<Result>, makes = false): Promise<Result> => {
    const end = path.lastIndexOf('/');
    const request = { root, walk, makes, path: path.slice(0, Math.max(end, 0)) };
    return inFolder(request, (place) => work(`${place}/${path.slice(end + 1)}`));
  };
  const inSharedFolder = createFolderCalls((path, work) => inFolder({ root, walk, path }, work));

  return {
    async list(path, { signal }) {
      requireActive(signal);
      const parsed = path === '' ? '' : parseCheckoutPath(path);
      const entries = await inFolder({ root, walk, path: parsed }, (place) => readdir(place, { withFileTypes: true }));
      const found: CheckoutEntry[] = [];
      for (const [index, entry] of entries.entries()) {
        if (index > 0 && index % maxListed === 0) {
          await setImmediate();
          requireActive(signal);
        }
        if (findCheckoutPathProblem(entry.name) === undefined) found.push({ name: entry.name, kind: kindOf(entry) });
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async stat(path, { signal }) {
      requireActive(signal);
      const parsed = parseCheckoutPath(path);
      const found = await at(parsed, (file) => requireEntry(file, parsed));
      return { kind: kindOf(found), size: found.size, modifiedAt: found.mtime };
    },
    async read(path, { maxBytes, signal }) {
      requireActive(signal);
      const parsed = parseCheckoutPath(path);
      const end = parsed.lastIndexOf('/');
      return inSharedFolder(parsed.slice(0, Math.max(end, 0)), (place) =>
        readAt(`${place}/${parsed.slice(end + 1)}`, { path: parsed, maxBytes }),
      );
    },
    async write(path, bytes, { version, makeFolders = false, signal }) {
      requireActive(signal);
      const parsed = parseCheckoutPath(path);
      if (version === null) requireNewCheckoutPath(parsed);
      return inOrder(parsed, () =>
        at(
          parsed,
          async (file) => {
            const known = await findEntry(file, parsed);
            if (known) await requireRegular(known, file, parsed);
            if (version === null && known) throw taken(parsed);
            if (version !== null) await requireVersion(file, parsed, version);
            await put(file, bytes, { path: parsed, mode: known?.mode });
            return versionOf(bytes);
          },
          makeFolders,
        ),
      );
    },
    async move(from, to, { version, signal }) {
      requireActive(signal);
      const [source, target] = [parseCheckoutPath(from), parseCheckoutPath(to)];
      requireNewCheckoutPath(target);
      await inOrder(source, () =>
        at(source, async (file) => {
          const known = await requireEntry(file, source);
          await requireRegular(known, file, source);
          if (version !== undefined) await requireVersion(file, source, version);
          await at(target, (place) => putAway(file, place, target), true);
        }),
      );
    },
    async remove(path, { version, signal }) {
      requireActive(signal);
      const parsed = parseCheckoutPath(path);
      await inOrder(parsed, () =>
        at(parsed, async (file) => {
          const known = await requireEntry(file, parsed);
          if (!known.isFile() && !known.isSymbolicLink()) throw toPathError(parsed, 'is neither a file nor a link');
          if (version !== undefined) await requireVersion(file, parsed, version);
          await unlink(file).catch((thrown: unknown) => toOpenError(thrown, parsed));
        }),
      );
    },
  };
}

async function findEntry(file: string, path: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    return toOpenError(thrown, path);
  }
}

async function requireEntry(file: string, path: string): Promise<Stats> {
  return lstat(file).catch((thrown: unknown) => toOpenError(thrown, path));
}

/** @throws AppError `VALIDATION_ERROR` for an entry that is a link, a folder or no file. */
async function requireRegular(entry: Stats, file: string, path: string): Promise<void> {
  if (entry.isSymbolicLink()) throw await toLinkError(file, { path, names: countNames(path) });
  if (!entry.isFile()) throw toPathError(path, 'is not a regular file');
}

function countNames(path: string): number {
  return path.split('/').length;
}

/** @throws AppError `CONFLICT` unless the file has this version. */
async function requireVersion(file: string, path: string, version: string): Promise<void> {
  const known = await findEntry(file, path);
  const current = known && (await readAt(file, { path, maxBytes: maxCompared })).version;
  if (current === version) return;
  const message = `"${path}" has changed since it was read. Read it again.`;
  throw new AppError({ code: 'CONFLICT', message, details: { path } });
}

async function readAt(
  file: string,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<CheckoutFile> {
  // A named pipe without a writer would block otherwise.
  const descriptor = await openDescriptor(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((thrown: unknown) =>
    refuseLink(thrown, file, { path, names: countNames(path) }),
  );
  try {
    // The system knows the attributes of a file that it has just opened; a turn through the thread pool costs ten times as much.
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw toPathError(path, 'is not a regular file');
    if (stat.size > maxBytes) throw tooLarge(path, maxBytes);
    const bytes = await readAll(descriptor, { path, size: stat.size });
    return { bytes, version: await versionOf(bytes), modifiedAt: stat.mtime };
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a file without an object around its descriptor, which costs as much as a small read. */
function openDescriptor(file: string, flags: number): Promise<number> {
  return new Promise((resolve, reject) => {
    openWithCallback(file, flags, (failure, descriptor) => (failure ? reject(failure) : resolve(descriptor)));
  });
}

/** Reads from a position on into the same position of a buffer. Returns the number of bytes. */
function readBytes(descriptor: number, buffer: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, position, buffer.length - position, position, (failure, bytesRead) =>
      failure ? reject(failure) : resolve(bytesRead),
    );
  });
}

/** Reads a file of a known size, and not more if it grows meanwhile. */
async function readAll(
  descriptor: number,
  { path, size }: { readonly path: string; readonly size: number },
): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(size + 1);
  let length = 0;
  while (length <= size) {
    const bytesRead = await readBytes(descriptor, buffer, length);
    length += bytesRead;
    // One byte more was asked for, so the file ends here.
    if (bytesRead === 0 || length === size) return buffer.subarray(0, length);
  }
  throw new AppError({
    code: 'CONFLICT',
    message: `"${path}" grew while it was read. Read it again.`,
    details: { path },
  });
}

/** Writes a new file beside the old one and puts it in its place; without a mode of an old one, nothing may be in that place. */
async function put(
  file: string,
  bytes: Uint8Array,
  { path, mode }: { readonly path: string; readonly mode: number | undefined },
): Promise<void> {
  const temporary = `${file.slice(0, file.lastIndexOf('/'))}/.shipmate-${crypto.randomUUID()}`;
  try {
    const permissions = (mode ?? 0o644) & 0o777;
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions);
    try {
      await handle.writeFile(bytes);
      if (mode !== undefined) await handle.chmod(permissions);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (mode === undefined) await putAway(temporary, file, path);
    else await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    if (AppError.isInstance(thrown)) throw thrown;
    toOpenError(thrown, path);
  }
}

/** Moves a file to a place at which nothing is; a rename would replace what came there meanwhile. */
async function putAway(file: string, place: string, path: string): Promise<void> {
  try {
    await link(file, place);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw taken(path);
    if (!withoutLinks.has(codeOf(thrown))) toOpenError(thrown, path);
    if (await findEntry(place, path)) throw taken(path);
    await rename(file, place).catch((failure: unknown) => toOpenError(failure, path));
    return;
  }
  await unlink(file).catch((thrown: unknown) => toOpenError(thrown, path));
}

/** The failures of file systems that have no hard links. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Bytes that are hashed in one turn of the event loop. */
const maxHashed = 4 * 1024 * 1024;

async function versionOf(bytes: Uint8Array): Promise<string> {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += maxHashed) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + maxHashed));
  }
  return hash.digest('hex');
}

function kindOf(entry: Dirent | Stats): CheckoutEntry['kind'] {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
}

/** Runs the changes of one path one after the other. */
function createOrder(): <Result>(path: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (path, work) => {
    const before = last.get(path);
    const running = before === undefined ? work() : before.then(work, work);
    last.set(path, running);
    try {
      return await running;
    } finally {
      if (last.get(path) === running) last.delete(path);
    }
  };
}

function requireActive(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError({ code: 'ABORTED', message: 'The call was cancelled.', cause: signal.reason });
}

function tooLarge(path: string, maxBytes: number): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `"${path}" has more than ${maxBytes} bytes.`,
    details: { path },
  });
}

function taken(path: string): AppError {
  return new AppError({ code: 'CONFLICT', message: `"${path}" exists already.`, details: { path } });
}
