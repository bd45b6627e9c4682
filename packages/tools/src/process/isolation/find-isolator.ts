import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { createBwrap } from './bwrap.ts';
import { type Isolator, toLimited } from './isolator.ts';
import { hasHighestNumber } from './process-numbers.ts';
import { isIsolating } from './trial.ts';
import { createUnshare } from './unshare.ts';

/**
 * Starts programs on the host, with a memory limit where there is a POSIX shell. Mounts have no effect. Processes are not limited,
 * because the host counts all of a user.
 */
export const unisolated: Isolator = {
  isolation: 'none',
  wrap({ program, args, mounts, cwd, maxMemoryBytes }) {
    const source = mounts.find(({ path }) => path === program)?.source ?? program;
    if (process.platform === 'win32') return { file: source, args };
    const [file = '', ...rest] = toLimited({ program: source, args, mounts, cwd, maxMemoryBytes });
    return { file, args: rest };
  },
};

/** Options for {@link findIsolator}. */
interface FindIsolatorOptions {
  /** The folders to look for `bwrap` and `unshare` in, in the form of `PATH`. */
  readonly searchPath: string;
  /** The folder that holds sandboxes. */
  readonly tempRoot: string;
  /** Returns false if a working isolator does not suit the program that is to be isolated. */
  readonly accepts?: (isolator: Isolator) => Promise<boolean>;
}

/**
 * Finds the strictest program that isolates others on this system, by a trial of each. Many systems and containers forbid users to
 * create namespaces, so an installed program may still not work.
 */
export async function findIsolator(options: FindIsolatorOptions): Promise<Isolator> {
  const { tempRoot, accepts = async () => true } = options;
  for (const isolator of await listIsolators(options)) {
    if ((await isIsolating(isolator, tempRoot)) && (await accepts(isolator))) return isolator;
  }
  return unisolated;
}

/** Returns the isolators whose programs are installed, the strictest first. */
async function listIsolators({ searchPath }: FindIsolatorOptions): Promise<readonly Isolator[]> {
  if (process.platform !== 'linux') return [];
  const [bwrap, unshare] = await Promise.all([findProgram('bwrap', searchPath), findProgram('unshare', searchPath)]);
  // The kernel limits the processes of other users by their count.
  const limiter = process.getuid?.() === 0 && hasHighestNumber() ? unshare : undefined;
  return [
    ...(bwrap === undefined || limiter === undefined ? [] : [createBwrap(bwrap, { unshare: limiter })]),
    ...(bwrap === undefined ? [] : [createBwrap(bwrap)]),
    ...(unshare === undefined ? [] : [createUnshare(unshare)]),
  ];
}

/** Returns the absolute path of a program in a list of folders. */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const program = join(folder, name);
    const isExecutable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return program;
  }
  return undefined;
}
