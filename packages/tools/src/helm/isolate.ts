import { constants } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { runProcess } from '@shipmate/runtime';

/** What keeps helm from the network and from writing to the chart: a program of the system, or nothing. */
export type Isolation = 'unshare' | 'none';

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** Runs commands apart from the network, where the system can. */
export interface Isolator {
  readonly isolation: Isolation;
  /** The command that runs another one without network and with a folder that it cannot write to. */
  wrap(command: Command, readOnlyFolder: string): Command;
}

const noIsolator: Isolator = { isolation: 'none', wrap: (command) => command };

/** In namespaces of its own, mounts `$1` read-only over itself and becomes the rest of the arguments. */
const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';

function createUnshare(unshare: string): Isolator {
  return {
    isolation: 'unshare',
    wrap: ({ file, args }, folder) => ({
      file: unshare,
      args: [
        '--user',
        '--map-root-user',
        '--net',
        '--mount',
        '--',
        '/bin/sh',
        '-c',
        script,
        'sh',
        folder,
        file,
        ...args,
      ],
    }),
  };
}

/** Finds util-linux's `unshare` on `PATH` and tries it, for many systems do not let users make namespaces. */
export async function findIsolator(searchPath: string, tempRoot: string, signal: AbortSignal): Promise<Isolator> {
  if (process.platform !== 'linux') return noIsolator;
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const unshare = join(folder, 'unshare');
    if (!(await isExecutable(unshare))) continue;
    const isolator = createUnshare(unshare);
    if (await works(isolator, tempRoot, signal)) return isolator;
  }
  return noIsolator;
}

async function works(isolator: Isolator, tempRoot: string, signal: AbortSignal): Promise<boolean> {
  const folder = await mkdtemp(join(tempRoot, 'shipmate-isolation-'));
  try {
    const { file, args } = isolator.wrap(
      { file: '/bin/sh', args: ['-c', '! touch "$0/x" 2>/dev/null', folder] },
      folder,
    );
    const limits = { timeoutMs: 5_000, maxOutputBytes: 1_000 };
    const { exitCode } = await runProcess(file, args, { cwd: folder, env: {}, signal, ...limits });
    return exitCode === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
