/** The programs that can isolate helm from the host, the strictest first, and `none`. */
export const isolations = ['bwrap', 'unshare', 'none'] as const;

/**
 * The program that isolates helm. Under `bwrap` and `unshare` helm has no network, sees the chart read-only and sees no home folder
 * and no temporary files but its own; under `bwrap` it sees only system programs and its sandbox. Under `none` it runs as the user of
 * this process.
 */
export type Isolation = (typeof isolations)[number];

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** One run of helm in a sandbox folder, which holds the chart in `chart` and an empty file `helm`. */
export interface HelmRun {
  /** Absolute path of the helm program. */
  readonly helm: string;
  readonly args: readonly string[];
  /** Absolute path of the sandbox, which is also the current folder. */
  readonly sandbox: string;
  readonly maxMemoryBytes: number;
}

/** Converts a run of helm to the command that isolates it. */
export interface Isolator {
  readonly isolation: Isolation;
  wrap(run: HelmRun): Command;
}

const bytesPerKibibyte = 1_024;

/** Go stops when its heap exceeds the data limit. A shell that cannot set the limit starts the program without it. */
export const limitedExec = 'ulimit -d "$1" 2>/dev/null || true; shift; exec "$@"';

/** Converts a memory limit to the unit of `ulimit -d`. */
export function toKibibytes(bytes: number): string {
  return String(Math.ceil(bytes / bytesPerKibibyte));
}
