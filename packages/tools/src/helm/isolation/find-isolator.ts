import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { createBwrap } from './bwrap.ts';
import type { Isolator } from './isolator.ts';
import { isIsolating } from './trial.ts';
import { unisolated } from './unisolated.ts';
import { createUnshare } from './unshare.ts';

/** Options for {@link findIsolator}. */
interface FindIsolatorOptions {
  /** Absolute path of the helm program to run. */
  readonly helm: string;
  /** The folders to look for `bwrap` and `unshare` in, in the form of `PATH`. */
  readonly searchPath: string;
  /** The folder that holds sandboxes. */
  readonly tempRoot: string;
}

/**
 * Finds the strictest program that isolates helm on this system, by running helm in each. Many systems and containers
 * forbid users to create namespaces, so an installed program may still not work.
 */
export async function findIsolator(options: FindIsolatorOptions): Promise<Isolator> {
  for (const isolator of await listIsolators(options)) {
    if (await isIsolating(isolator, options)) return isolator;
  }
  return unisolated;
}

/** Returns the isolators whose programs are installed, the strictest first. */
async function listIsolators({ searchPath, tempRoot }: FindIsolatorOptions): Promise<readonly Isolator[]> {
  if (process.platform !== 'linux') return [];
  const [bwrap, unshare] = await Promise.all([findProgram('bwrap', searchPath), findProgram('unshare', searchPath)]);
  const folders = new Set([await realpath(tempRoot), '/tmp', '/var/tmp', homedir(), '/home', '/root']);
  folders.delete('/');
  return [
    ...(bwrap === undefined ? [] : [createBwrap(bwrap)]),
    ...(unshare === undefined ? [] : [createUnshare(unshare, [...folders])]),
  ];
}

async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
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
