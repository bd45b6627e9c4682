import { readFile, readdir } from 'node:fs/promises';

/** Clock ticks of `/proc` last ten milliseconds on Linux. */
const millisPerTick = 10;

/**
 * Returns the CPU time of a PostgreSQL server so far, in milliseconds: of its postmaster and of all processes that it has
 * started, including those that have ended. `backend` is the pid of any of its sessions.
 */
export async function postgresCpuMillis(backend: number): Promise<number> {
  const { parent: postmaster } = await readStat(backend);
  const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(others.map((pid) => readStat(pid).catch(() => undefined)));
  const running = stats.flatMap((stat) => (stat?.parent === postmaster ? stat.own : []));
  const { own, ended } = await readStat(postmaster);
  return (own + ended + running.reduce((sum, ticks) => sum + ticks, 0)) * millisPerTick;
}

/** Reads a process's parent and CPU ticks. The command in parentheses may contain spaces. */
async function readStat(
  pid: number,
): Promise<{ readonly parent: number; readonly own: number; readonly ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}
