import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';

/** The variable by which all that one process has started is found, even what left its group. */
export const processTag = 'SHIPMATE_PROCESS_TAG';

const maxRounds = 50;

/** Ends a process that was started detached, and its group. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  else kill(-pid);
}

/** Ends every process of this user that carries a tag. Only Linux shows them. */
export async function killTagged(tag: string): Promise<void> {
  // What is found may have started another meanwhile, so look until none is left; what the kernel holds on to stays.
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

/** A process that has ended or belongs to another user carries none. */
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
