import { AppError } from '@shipmate/core/tool';
import type { GitOutput } from './git-port.ts';

/** Runs git in a repository; an exit code other than 0 is a result. */
export type RunGit = (
  args: readonly string[],
  options: { readonly maxOutputBytes: number; readonly stdin?: string },
) => Promise<GitOutput>;

/** The largest output about changes that is read, in bytes. */
export const maxWholeBytes = 32_000_000;

/** Returns an output about changes whole. @throws AppError `PAYLOAD_TOO_LARGE` when it is too large to be checked, `CONFLICT` */
export async function readWhole(
  run: RunGit,
  args: readonly string[],
  input: { readonly stdin?: string } = {},
): Promise<string> {
  const { exitCode, stdout, stderr, truncated } = await run(args, { maxOutputBytes: maxWholeBytes, ...input });
  if (truncated) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `The changes have more than ${maxWholeBytes / 1_000_000} MB and cannot be searched for secrets. Commit them in parts.`,
    });
  }
  if (exitCode === 0) return stdout;
  throw new AppError({ code: 'CONFLICT', message: `git ${args[0]} failed in the repository.`, cause: stderr });
}
