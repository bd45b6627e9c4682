import { join } from 'node:path';
import { type Isolator, limitedExec, toKibibytes } from './isolator.ts';

/** Programs and libraries of the system; each is left out where it does not exist. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'];

/** Isolates helm with bubblewrap, in a file system that holds system programs and the sandbox only. */
export function createBwrap(bwrap: string): Isolator {
  return {
    isolation: 'bwrap',
    wrap({ helm, args, sandbox, maxMemoryBytes }) {
      const [chart, program] = [join(sandbox, 'chart'), join(sandbox, 'helm')];
      return {
        file: bwrap,
        args: [
          ['--unshare-all', '--die-with-parent'],
          systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
          ['--dev', '/dev', '--tmpfs', '/tmp'],
          ['--bind', sandbox, sandbox, '--ro-bind', chart, chart, '--ro-bind', helm, program],
          ['--chdir', sandbox, '--'],
          ['/bin/sh', '-c', limitedExec, 'sh', toKibibytes(maxMemoryBytes), program, ...args],
        ].flat(),
      };
    },
  };
}
