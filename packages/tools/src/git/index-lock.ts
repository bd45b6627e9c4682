import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '@shipmate/runtime/process';
import type { GitCall } from './run-git.ts';

/** Subcommands that hold the lock of the index while they change it. */
const lockingSubcommands: ReadonlySet<string> = new Set([
  'add',
  'checkout',
  'commit',
  'merge',
  'read-tree',
  'reset',
  'restore',
  'update-index',
]);

/**
 * Runs git and removes the lock of the index that it left because it was killed: git refuses all later changes while the lock is there.
 * A lock that was there before belongs to another git and stays.
 */
export async function withoutOwnLock(
  { args: [subcommand = ''], repository, indexFile }: Pick<GitCall, 'args' | 'repository' | 'indexFile'>,
  run: () => Promise<ProcessResult>,
): Promise<ProcessResult> {
  const index = indexFile ?? (repository && join(repository.gitDir, 'index'));
  if (index === undefined || !lockingSubcommands.has(subcommand)) return run();
  const lock = `${index}.lock`;
  if (existsSync(lock)) return run();
  let result: ProcessResult | undefined;
  try {
    result = await run();
    return result;
  } finally {
    // Without a result it was killed for its caller.
    if (result === undefined || result.exitCode === null) await rm(lock, { force: true });
  }
}
