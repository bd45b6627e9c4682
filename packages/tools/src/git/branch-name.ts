import { AppError } from '@shipmate/core';
import type { GitOutput } from './git-port.ts';

/** Runs git; an exit code other than 0 is a result. */
type RunGit = (args: readonly string[]) => Promise<Pick<GitOutput, 'exitCode' | 'stdout'>>;

/** @throws AppError `VALIDATION_ERROR` for a name that git refuses, or reads as an option or an expression. */
export async function requireBranchName(name: string, run: RunGit): Promise<void> {
  const isSimple = /^[^\0-\x20-][^\0-\x20]*$/u.test(name) && !name.startsWith('@') && name.length <= 200;
  if (isSimple) {
    const { exitCode, stdout } = await run(['check-ref-format', '--branch', name]);
    if (exitCode === 0 && stdout === `${name}\n`) return;
  }
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${name.slice(0, 200)}" is no branch name. Give one such as fix/login: letters, digits, "-", "_", "." and "/".`,
    details: { issues: [{ path: 'branch', message: 'is no branch name' }] },
  });
}
