import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns the CPU time of the longest event loop turn during some work, in ms; other processes do not affect it. The garbage
 * of earlier tests is collected before: in a process of many tests, its collection takes 130 ms and more.
 */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  let longest = 0;
  let before = cpuMillis();
  const sample = setInterval(() => {
    const now = cpuMillis();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(sample);
  }
  return Math.max(longest, cpuMillis() - before);
}

/**
 * Measures some work until its longest turn is below a limit in ms, up to three times. Returns the shortest of the longest turns:
 * what one turn does, it does each time, while on a busy machine the work of several turns can fall into one.
 */
export async function leastLongestTurnOf(limit: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least >= limit; attempt += 1) {
    least = Math.min(least, await longestTurnOf(work));
  }
  return least;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
