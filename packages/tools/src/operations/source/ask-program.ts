import { toAppError } from '@shipmate/core';
import { runProcess } from '@shipmate/runtime/process';

/** A program and the arguments with which it describes itself. */
interface ProgramQuestion {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** How to install the program when it is missing. */
  readonly installHint?: string;
}

/** The JSON in the last line of a program's output, or in all of it; or the reason why there is none. */
type ProgramAnswer = { readonly json: unknown } | { readonly problem: string };

/** Runs a program to get its description. @throws AppError `ABORTED` */
export async function askProgram(question: ProgramQuestion, signal: AbortSignal): Promise<ProgramAnswer> {
  const { file, args, folder, env, installHint } = question;
  try {
    const options = {
      cwd: folder,
      env,
      signal,
      timeoutMs: 15_000,
      maxOutputBytes: 2_000_000,
      ...(installHint !== undefined && { installHint }),
    };
    const { exitCode, stdout, timedOut } = await runProcess(file, args, options);
    if (timedOut) return { problem: 'it took too long to answer' };
    if (exitCode !== 0) return { problem: `it ended with exit code ${exitCode ?? 'none'}` };
    return (
      readJson(stdout) ?? readJson(stdout.trimEnd().split('\n').at(-1) ?? '') ?? { problem: 'its answer is no JSON' }
    );
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== 'UNAVAILABLE') throw error;
    return { problem: error.message.replace(/\.$/, '') };
  }
}

function readJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
