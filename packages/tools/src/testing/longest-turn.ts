import process from 'node:process';

/** Returns the CPU time of the longest event loop turn during some work, in ms; other processes do not affect it. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
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

function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
