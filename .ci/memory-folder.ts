import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Vite } from 'vitest/node';

/** Where Linux mounts a file system that is in memory. */
const memory = '/dev/shm';
const prefix = 'shipmate-tests-';
/** The type of a file system in memory, see `statfs(2)`. */
const tmpfsMagic = 0x01021994;
const minFreeBytes = 4 * 1024 ** 3;
const dayMs = 86_400_000;

/**
 * Keeps the temporary files of tests in memory if there is room. Tests create and delete data folders and repositories with thousands of
 * files, and ext4 searches longer for the number of a new file after others were deleted (`recently_deleted` in the kernel's `ialloc.c`).
 */
export function memoryFolder(): Vite.Plugin {
  return {
    name: 'memory-folder',
    config() {
      const folder = createMemoryFolder();
      if (folder !== undefined) process.env['TMPDIR'] = folder;
    },
  };
}

/** Returns a new folder that is deleted when the process exits, or undefined without such a file system, with little room in it, or if programs cannot be run from it. */
function createMemoryFolder(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    if (type !== tmpfsMagic || bavail * bsize < minFreeBytes) return undefined;
    deleteForgotten();
    const folder = mkdtempSync(join(memory, prefix));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    // As /tmp: PostgreSQL does not run as root.
    chmodSync(folder, 0o1777);
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return folder;
  } catch {
    return undefined;
  }
}

/** Deletes the folders of processes that were killed: no test run takes a day. */
function deleteForgotten(): void {
  for (const name of readdirSync(memory)) {
    const folder = join(memory, name);
    if (name.startsWith(prefix) && Date.now() - statSync(folder).mtimeMs > dayMs) rmSync(folder, { recursive: true });
  }
}
