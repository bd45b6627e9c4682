import { dirname, join } from 'node:path';
import { type Isolator, type Mount, systemFolders, toLimited } from './isolator.ts';
import { hasHighestNumber, toHighestNumber } from './process-numbers.ts';

/**
 * Builds a new root on `/sys`, which holds nothing that is mounted, and enters it without capabilities.
 *
 * - Binds are recursive because a namespace may not show what a mount of the host covers; the loop over `mountinfo` makes read-only what
 *   lies below a bind.
 * - `/proc/sys` and its like are covered: their files check for the user id 0 of the host, not for capabilities.
 * - The highest process number of the namespace (`$3`) holds for root, too; it is empty where there is none.
 * - The shell stays as the first process of the namespace, which reaps orphans; when it ends, the kernel kills the others.
 */
const script = `
set -e
trap 'echo "The sandbox could not be set up." >&2' EXIT
table="$1"; cwd="$2"; highest="$3"; path="$PATH"; shift 3
PATH=/usr/sbin:/usr/bin:/sbin:/bin
echo 0 > /proc/sys/user/max_user_namespaces
[ -z "$highest" ] || echo "$highest" > /proc/sys/kernel/pid_max
mount -t tmpfs -o size=16m,mode=0755 tmpfs /sys; cd /sys
mkdir .old dev
for name in null zero full random urandom; do
  : > "dev/$name"; echo "/dev/$name /sys/dev/$name none bind 0 0"
done > .old/table
ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr
for folder in ${systemFolders.join(' ')}; do
  if [ -L "$folder" ]; then ln -s "$(readlink "$folder")" "/sys$folder"
  elif [ -d "$folder" ]; then echo "$folder /sys$folder none rbind,ro,nosuid,nodev,X-mount.mkdir 0 0"; fi
done >> .old/table
for name in tmp dev/shm; do echo "tmpfs /sys/$name tmpfs size=64m,mode=1777,nosuid,nodev,X-mount.mkdir 0 0"; done >> .old/table
echo "proc /sys/proc proc nosuid,nodev,noexec,X-mount.mkdir 0 0" >> .old/table
for name in sys sysrq-trigger irq bus fs acpi; do
  [ ! -e "/proc/$name" ] || echo "/sys/proc/$name /sys/proc/$name none bind,ro,nosuid,nodev,noexec 0 0"
done >> .old/table
printf '%s\\n' "$table" >> .old/table
mount -a -T .old/table
ip link set lo up 2> /dev/null || true
pivot_root . .old; umount -l .old; cd /
while read -r _ _ _ _ target _; do
  [ "$target" = / ] || grep -qF " /sys$target " .old/table || mount -o remount,bind,ro,nosuid,nodev "$(printf %b "$target")"
done < /proc/self/mountinfo
rm .old/table; rmdir .old
mount -o remount,ro /
cd "$cwd"
trap - EXIT
set +e
setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- env PATH="$path" "$@"
exit $?
`;

/** Isolates programs with util-linux: unshare, mount, pivot_root, and setpriv from the folder of unshare. */
export function createUnshare(unshare: string): Isolator {
  return {
    isolation: 'unshare',
    wrap(run) {
      const { cwd, mounts, network = false, maxProcesses } = run;
      const highest = maxProcesses === undefined || !hasHighestNumber() ? '' : String(toHighestNumber(maxProcesses));
      const namespaces = [
        '--user',
        '--map-root-user',
        '--pid',
        '--ipc',
        '--uts',
        '--mount',
        ...(network ? [] : ['--net']),
      ];
      return {
        // Without it, the program would survive this process.
        file: join(dirname(unshare), 'setpriv'),
        args: [
          ['--pdeathsig', 'KILL', '--', unshare, ...namespaces, '--fork', '--kill-child', '--'],
          ['/bin/sh', '-c', script, 'sh', mounts.map(toLine).join('\n'), cwd, highest],
          toLimited(run),
        ].flat(),
      };
    },
  };
}

/** Returns the line of a mount in the form of `/etc/fstab`. */
function toLine({ path, source = path, access }: Mount): string {
  const options = access === 'read' ? 'rbind,ro,nosuid,nodev' : 'rbind';
  return `${escapePath(source)} /sys${escapePath(path)} none ${options},X-mount.mkdir 0 0`;
}

/** Escapes the characters that end a field, as `getmntent` reads them. */
function escapePath(path: string): string {
  return path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
