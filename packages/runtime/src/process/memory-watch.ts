import { readFile } from 'node:fs/promises';
import process from 'node:process';

const intervalMs = 50;
const bytesPerKibibyte = 1024;

/** Calls back once when a process holds more memory than it may. It sees memory on Linux only; call the result to stop. */
export function watchMemory(pid: number, maxBytes: number, onExcess: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    void readResidentBytes(pid).then((bytes) => {
      if (bytes <= maxBytes) return;
      clearInterval(timer);
      onExcess();
    });
  }, intervalMs);
  return () => clearInterval(timer);
}

async function readResidentBytes(pid: number): Promise<number> {
  try {
    const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * bytesPerKibibyte;
  } catch {
    // It has ended; whoever started it hears of that.
    return 0;
  }
}
