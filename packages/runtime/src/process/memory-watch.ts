import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';

const intervalMs = 50;
const bytesPerKibibyte = 1024;

/**
 * Calls `onExcess` once when a process and its descendants exceed a memory limit. It measures memory on Linux only;
 * call the result to stop.
 */
export function watchMemory(pid: number, maxBytes: number, onExcess: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    void readTreeBytes(String(pid)).then((bytes) => {
      if (bytes <= maxBytes) return;
      clearInterval(timer);
      onExcess();
    });
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Returns the resident memory of a process and its descendants. Processes that have ended count as 0. */
async function readTreeBytes(root: string): Promise<number> {
  let bytes = 0;
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    bytes += await readResidentBytes(pid);
    pending.push(...(await readChildren(pid)));
  }
  return bytes;
}

async function readResidentBytes(pid: string): Promise<number> {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readOrEmpty(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) * bytesPerKibibyte;
}

/** Reads the children of all threads of a process, because each thread has its own. */
async function readChildren(pid: string): Promise<readonly string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => readOrEmpty(`/proc/${pid}/task/${thread}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
