import { AppError } from '@shipmate/core/tool';
import type { GitOutput } from './git-port.ts';

/** Runs git; an exit code other than 0 is a result. */
type RunGit = (args: readonly string[]) => Promise<Pick<GitOutput, 'exitCode' | 'stdout'>>;

/** @throws AppError `VALIDATION_ERROR` for a name that git refuses or reads as something else, or that holds characters which cannot be seen. */
export async function requireBranchName(name: string, run: RunGit): Promise<void> {
  const isSimple = /^[^\p{C}\p{Z}-][^\p{C}\p{Z}]*$/u.test(name) && !name.startsWith('@') && name.length <= 200;
  if (isSimple && !isOtherwiseRead(name)) {
    const { exitCode, stdout } = await run(['check-ref-format', '--branch', name]);
    if (exitCode === 0 && stdout === `${name}\n`) return;
  }
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${name.slice(0, 200)}" is no branch name. Give one such as fix/login: letters, digits, "-", "_", "." and "/".`,
    details: { issues: [{ path: 'branch', message: 'is no branch name' }] },
  });
}

/** Returns true for what git reads as the hash of a commit or as a file of its own, before it looks for a branch: see gitrevisions. */
function isOtherwiseRead(name: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/iu.test(name) || /^(?:[A-Z_]+_)?HEAD$/u.test(name);
}
