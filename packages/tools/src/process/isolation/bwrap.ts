import { type Isolator, systemFolders, toLimited } from './isolator.ts';
import { limitNumbers } from './process-numbers.ts';

/** Settings of the kernel. bubblewrap 0.8 leaves them writable for root of the host, although they check its user id only. */
const kernelFolders = ['/proc/sys', '/proc/sysrq-trigger', '/proc/fs', '/proc/acpi'];

/** No limit of a process counts files in memory. */
const bounded = (folder: string): readonly string[] => ['--size', '67108864', '--tmpfs', folder];

/** Settings for {@link createBwrap}. */
interface BwrapOptions {
  /** The path of unshare, if processes are limited by their numbers. */
  readonly unshare?: string | undefined;
}

/** Isolates programs with bubblewrap 0.8 or later. A further user namespace could mount memory without a bound. */
export function createBwrap(bwrap: string, { unshare }: BwrapOptions = {}): Isolator {
  return {
    isolation: 'bwrap',
    wrap(run) {
      const { cwd, mounts, network = false, maxProcesses } = run;
      const command = {
        file: bwrap,
        args: [
          ['--unshare-all', '--unshare-user', '--disable-userns', ...(network ? ['--share-net'] : [])],
          ['--die-with-parent', '--cap-drop', 'ALL'],
          systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
          ['--proc', '/proc', ...kernelFolders.flatMap((folder) => ['--ro-bind-try', folder, folder])],
          ['--dev', '/dev', ...bounded('/dev/shm'), '--remount-ro', '/dev', ...bounded('/tmp')],
          mounts.flatMap(({ path, source = path, access }) => [
            access === 'read' ? '--ro-bind' : '--bind',
            source,
            path,
          ]),
          ['--remount-ro', '/', '--chdir', cwd, '--', ...toLimited(run)],
        ].flat(),
      };
      return unshare === undefined || maxProcesses === undefined
        ? command
        : limitNumbers(command, unshare, maxProcesses);
    },
  };
}
