import { type Isolator, systemFolders, toLimited } from './isolator.ts';

/** Settings of the kernel. bubblewrap 0.8 leaves them writable for root of the host, although they check its user id only. */
const kernelFolders = ['/proc/sys', '/proc/sysrq-trigger', '/proc/fs', '/proc/acpi'];

/** Isolates programs with bubblewrap. */
export function createBwrap(bwrap: string): Isolator {
  return {
    isolation: 'bwrap',
    wrap(run) {
      const { cwd, mounts, network = false } = run;
      return {
        file: bwrap,
        args: [
          ['--unshare-all', ...(network ? ['--share-net'] : []), '--die-with-parent', '--cap-drop', 'ALL'],
          systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
          ['--proc', '/proc', ...kernelFolders.flatMap((folder) => ['--ro-bind-try', folder, folder])],
          ['--dev', '/dev', '--tmpfs', '/tmp'],
          mounts.flatMap(({ path, source = path, access }) => [
            access === 'read' ? '--ro-bind' : '--bind',
            source,
            path,
          ]),
          ['--chdir', cwd, '--', ...toLimited(run)],
        ].flat(),
      };
    },
  };
}
