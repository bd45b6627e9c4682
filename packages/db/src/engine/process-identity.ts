import { readFile } from 'node:fs/promises';

/**
 * Returns an identity that distinguishes a process from a later one with the same id (after a restart of the machine or
 * the container): on Linux the boot and its start time, elsewhere only that it lives. `undefined` when the process does
 * not exist.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    const [bootId, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name, in parentheses, may contain anything; the start time is the 20th field after it.
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${bootId.trim()}/${startedAt}`;
  } catch {
    return 'alive';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
