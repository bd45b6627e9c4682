import { AppError } from '@shipmate/core';
import { launcherEnded } from './launcher-messages.ts';
import type { ProcessResult, ProgramCaller, ProgramOptions, RunProgram } from './run-program.ts';

export type { ProcessResult } from './run-program.ts';

/** Options for {@link runProcess}. */
export interface RunProcessOptions extends ProgramOptions, Omit<ProgramCaller, 'tag'> {
  /** How to install the program, for the error when it is missing. */
  readonly installHint?: string;
}

/** Below this resident size, a process starts a program in about 15 ms or less; see `bench/src/programs`. */
const largeProcessBytes = 200_000_000;

/**
 * Runs a program without a shell, in its own process group.
 *
 * **Contract.** When it settles, the program and all its descendants have ended, as far as the system reports them.
 *
 * @throws AppError `UNAVAILABLE` when the program cannot be started, `ABORTED` once `signal` fires.
 */
export async function runProcess(
  file: string,
  args: readonly string[],
  options: RunProcessOptions,
): Promise<ProcessResult> {
  const isLarge = process.platform === 'linux' && process.memoryUsage.rss() > largeProcessBytes;
  const run = isLarge
    ? (await import('./run-elsewhere.ts')).runElsewhere
    : (await import('./run-program.ts')).runProgram;
  return createRunProcess(run)(file, args, options);
}

/** Returns {@link runProcess} with one way to run a program. */
export function createRunProcess(run: RunProgram): typeof runProcess {
  return async (file, args, { signal, onOutput, onStdout, installHint, ...options }) => {
    if (signal.aborted) throw aborted(file);
    const caller = { signal, tag: crypto.randomUUID(), ...(onOutput && { onOutput }), ...(onStdout && { onStdout }) };
    const { isAborted, ...result } = await run([file, ...args], options, caller).catch((thrown: unknown) => {
      throw toStartFailure(file, installHint, thrown);
    });
    if (isAborted) throw aborted(file);
    return result;
  };
}

function toStartFailure(file: string, installHint: string | undefined, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const problem = code === 'ENOENT' ? 'was not found' : 'could not be started';
  const message =
    code === launcherEnded
      ? `The program "${programName(file)}" was stopped, because the process that starts programs has ended. Try again.`
      : [`The program "${programName(file)}" ${problem}.`, installHint].filter(Boolean).join(' ');
  return new AppError({ code: 'UNAVAILABLE', message, cause });
}

function aborted(file: string): AppError {
  return new AppError({
    code: 'ABORTED',
    message: `The program "${programName(file)}" was stopped before it was done.`,
  });
}

/** Returns the name of a program without its path, which messages must not reveal. */
function programName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}
