/** The programs that can isolate a program from the host, the strictest first, and `none`. */
export const isolations = ['bwrap', 'unshare', 'none'] as const;

/**
 * The program that isolates another one. Under `bwrap` and `unshare` it sees the folders of system programs, its mounts and an empty
 * temporary folder, has no capabilities, no other processes and no network unless granted. Under `none` it runs as the user of this
 * process.
 */
export type Isolation = (typeof isolations)[number];

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** A file or folder of the host that an isolated program sees. */
export interface Mount {
  /** The absolute path in isolation, and on the host unless `source` names another. A file has to exist there already. */
  readonly path: string;
  readonly source?: string;
  readonly access: 'read' | 'write';
}

/** One isolated run of a program. */
export interface IsolatedRun {
  /** Absolute path of the program, as it is in isolation. */
  readonly program: string;
  readonly args: readonly string[];
  /** The current folder, which a mount has to cover. */
  readonly cwd: string;
  /** In the order in which they are mounted: a later one covers an earlier one. */
  readonly mounts: readonly Mount[];
  /** True if the program uses the network of the host. */
  readonly network?: boolean;
  /**
   * Limits the writable memory of each process, whether it is used or only reserved: Node.js reserves half a gigabyte for each of its threads.
   * Default: no limit.
   */
  readonly maxMemoryBytes?: number | undefined;
  /**
   * Limits the processes of the run where the system counts them by namespace. Root on the host is exempt, except from Linux 6.14 on where
   * unshare is installed; up to 300 more may run then.
   */
  readonly maxProcesses?: number;
}

/** Converts a run to the command that isolates it. */
export interface Isolator {
  readonly isolation: Isolation;
  wrap(run: IsolatedRun): Command;
}

/** Programs and libraries of the system; each is left out where it does not exist. */
export const systemFolders: readonly string[] = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'];

const bytesPerKibibyte = 1_024;

/**
 * Starts a program under limits on data (`$1`, in KiB), processes (`$2`) and the size of a file (2 GiB). Go stops when its heap exceeds the data limit. dash and bash
 * name the process limit differently. A shell that cannot set a limit starts the program without it.
 */
const limitedExec = [
  'ulimit -c 0 2>/dev/null; ulimit -f 4194304 2>/dev/null',
  '[ "$1" = unlimited ] || ulimit -d "$1" 2>/dev/null',
  '[ "$2" = unlimited ] || ulimit -u "$2" 2>/dev/null || ulimit -p "$2" 2>/dev/null',
  'shift 2; exec "$@"',
].join('\n');

/** Returns the command that starts the program of a run under its limits. */
export function toLimited({ program, args, maxMemoryBytes, maxProcesses }: IsolatedRun): readonly string[] {
  const kibibytes = maxMemoryBytes === undefined ? 'unlimited' : String(Math.ceil(maxMemoryBytes / bytesPerKibibyte));
  return ['/bin/sh', '-c', limitedExec, 'sh', kibibytes, String(maxProcesses ?? 'unlimited'), program, ...args];
}
