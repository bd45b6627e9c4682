import { type Isolator, limitedExec, toKibibytes } from './isolator.ts';

/**
 * Runs in new namespaces, in the sandbox. The sandbox is mounted again where it was, because hiding the temporary folder hides it too;
 * `--no-canonicalize` keeps `mount` from resolving the current folder to the hidden path.
 */
const script = [
  'set -e',
  'sandbox="$1"; mount --bind "$2" helm; shift 2',
  'mount --bind chart chart; mount -o remount,bind,ro chart',
  'while [ "$1" != -- ]; do [ ! -d "$1" ] || mount -t tmpfs -o mode=0700,size=16m tmpfs "$1"; shift; done; shift',
  'mkdir -p "$sandbox"; mount --no-canonicalize --rbind . "$sandbox"; cd "$sandbox"',
  'set +e',
  limitedExec,
].join('\n');

/** Isolates helm with util-linux's unshare; `hiddenFolders` appear empty to it. */
export function createUnshare(unshare: string, hiddenFolders: readonly string[]): Isolator {
  return {
    isolation: 'unshare',
    wrap: ({ helm, args, sandbox, maxMemoryBytes }) => ({
      file: unshare,
      args: [
        ['--user', '--map-root-user', '--net', '--ipc', '--mount', '--'],
        ['/bin/sh', '-c', script, 'sh', sandbox, helm, ...hiddenFolders, '--'],
        [toKibibytes(maxMemoryBytes), './helm', ...args],
      ].flat(),
    }),
  };
}
