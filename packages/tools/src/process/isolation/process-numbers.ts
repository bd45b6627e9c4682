import { release } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from './isolator.ts';

/** Numbers up to this one are given once: <https://github.com/torvalds/linux/blob/v6.14/kernel/pid.c>, `RESERVED_PIDS`. */
const reservedNumbers = 300;

/** Returns true if a namespace has a highest process number of its own, as since Linux 6.14 (merge `kernel-6.14-rc1.pid`). */
export function hasHighestNumber(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number.parseFloat);
  return major > 6 || (major === 6 && minor >= 14);
}

/** Returns the highest process number of a namespace that limits its processes. */
export function toHighestNumber(maxProcesses: number): number {
  return maxProcesses + reservedNumbers;
}

/** Starts `$2` and its arguments in a namespace whose highest process number is `$1`. */
const script = [
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin mount -t proc proc /proc && echo "$1" > /proc/sys/kernel/pid_max || exit 1',
  'shift; exec "$@"',
].join('\n');

/**
 * Returns a command that runs another one with at most so many processes, those of root included, by unshare and by setpriv from its
 * folder. The limit holds for the namespaces that the other command creates, too: `alloc_pid` of the kernel asks each of them, in the file above.
 */
export function limitNumbers({ file, args }: Command, unshare: string, maxProcesses: number): Command {
  return {
    // Without it, the program would survive this process.
    file: join(dirname(unshare), 'setpriv'),
    args: [
      ['--pdeathsig', 'KILL', '--', unshare, '--user', '--map-root-user', '--pid', '--mount', '--fork', '--kill-child'],
      ['--', '/bin/sh', '-c', script, 'sh', String(toHighestNumber(maxProcesses)), file, ...args],
    ].flat(),
  };
}
