import { readdir, readFile } from 'node:fs/promises';

const intervalMs = 50;
const bytesPerKibibyte = 1024;

/** The limits on a process and its descendants together. */
interface TreeLimits {
  readonly maxBytes: number;
  readonly maxProcesses: number;
}

/**
 * Calls `onExcess` once when a process and its descendants exceed a limit. It measures on Linux only; call the result to stop.
 */
export function watchTree(
  pid: number,
  limits: TreeLimits,
  onExcess: (limit: 'memory' | 'processes') => void,
): () => void {
  if (process.platform !== 'linux') return () => undefined;
  let isMeasuring = false;
  const timer = setInterval(() => {
    if (isMeasuring) return;
    isMeasuring = true;
    void findExcess(String(pid), limits).then((excess) => {
      isMeasuring = false;
      if (excess === undefined) return;
      clearInterval(timer);
      onExcess(excess);
    });
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Adds up the resident memory of a process and its descendants until a limit is exceeded. Processes that have ended count as 0 bytes. */
async function findExcess(
  root: string,
  { maxBytes, maxProcesses }: TreeLimits,
): Promise<'memory' | 'processes' | undefined> {
  let [bytes, count] = [0, 0];
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    count += 1;
    bytes += await readResidentBytes(pid);
    pending.push(...(await readChildren(pid)));
    if (bytes > maxBytes) return 'memory';
    if (count + pending.length > maxProcesses) return 'processes';
  }
  return undefined;
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
