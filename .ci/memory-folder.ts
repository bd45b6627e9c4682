import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Vite } from 'vitest/node';

/** Where Linux mounts a file system that is in memory. */
const memory = '/dev/shm';
const prefix = 'shipmate-tests-';
const minFreeBytes = 4 * 1024 ** 3;
const dayMs = 86_400_000;

/**
 * Keeps the temporary files of a complete test run in memory where there is room. Tests create and delete folders with thousands of files,
 * and ext4 takes longer to create a file when many were deleted shortly before (`recently_deleted` in the kernel's `fs/ext4/ialloc.c`).
 * Selected tests find templates and programs of earlier runs in the usual folder.
 */
export function memoryFolder(): Vite.Plugin {
  return {
    name: 'memory-folder',
    config() {
      if (isComplete() && process.platform === 'linux' && isUsable()) process.env['TMPDIR'] = createFolder();
    },
  };
}

/** Returns whether the command line selects no tests. */
function isComplete(): boolean {
  return process.argv.slice(2).every((argument) => argument === 'run');
}

/** Returns whether tests can write enough, and run programs, in memory. */
function isUsable(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const [, , type, options] = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ') ?? [];
  if (type !== 'tmpfs' || options?.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= minFreeBytes;
}

/** Creates a folder that is deleted when this process exits. */
function createFolder(): string {
  deleteForgotten();
  const folder = mkdtempSync(join(memory, prefix));
  // As `/tmp`: PostgreSQL does not run as root.
  chmodSync(folder, 0o1777);
  process.on('exit', () => deleteFolder(folder));
  return folder;
}

/** Deletes a folder into which ending processes may still write. */
function deleteFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    process.stderr.write(`Temporary files of the tests are left in ${folder}: ${String(error)}\n`);
  }
}

/** Deletes this user's folders of processes that were killed: no test run takes a day. */
function deleteForgotten(): void {
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const folder = join(memory, name);
    // A run that ends meanwhile deletes its own.
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (!stats || stats.uid !== process.getuid?.()) continue;
    if (Date.now() - stats.mtimeMs > dayMs) deleteFolder(folder);
  }
}
