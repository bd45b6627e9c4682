import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** The environment variable that marks all descendants of a process, including those that left its process group. */
export const processTag = 'SHIPMATE_PROCESS_TAG';

const maxRounds = 50;

/** Kills a process that was started detached, and its group. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  else kill(-pid);
}

/** Kills every process of this user that carries a tag. Works on Linux only. */
export async function killTagged(tag: string): Promise<void> {
  // A process may start another before it is killed, so repeat until none is left; unkillable processes remain.
  for (let round = 0; round < maxRounds; round += 1) {
    const found = await findTagged(tag);
    if (found.length === 0) return;
    found.forEach(kill);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if (!hasCode(thrown, 'ESRCH')) throw thrown;
  }
}

async function findTagged(tag: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isTagged = await Promise.all(pids.map((pid) => carriesTag(pid, tag)));
  return pids.filter((_pid, index) => isTagged[index]).map(Number);
}

/** Returns true if a process carries the tag; one that has ended or belongs to another user does not. */
async function carriesTag(pid: string, tag: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').includes(`${processTag}=${tag}`);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return false;
    throw thrown;
  }
}

function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}
