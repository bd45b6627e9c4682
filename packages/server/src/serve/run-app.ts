import { AppError } from '@shipmate/core';

/** Options for {@link runApp}; the defaults are those of this process. */
export interface RunAppOptions {
  /** Prefix of each line. */
  readonly name: string;
  readonly print?: (line: string) => void;
  readonly exit?: (code: number) => void;
}

/**
 * Starts an app. If it cannot start for a known reason, prints one line for each problem to standard error and exits
 * with 1; an unexpected error is thrown with its stack.
 */
export async function runApp(start: () => Promise<void>, options: RunAppOptions): Promise<void> {
  const { name, print = (line) => process.stderr.write(`${line}\n`), exit = (code) => process.exit(code) } = options;
  try {
    await start();
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    for (const problem of problemsOf(thrown)) print(`${name}: ${problem}`);
    exit(1);
  }
}

function problemsOf({ message, details }: AppError): readonly string[] {
  const issues = typeof details === 'object' && details !== null && 'issues' in details ? details.issues : undefined;
  if (!Array.isArray(issues) || issues.length === 0) return [message.replaceAll(/\s*\n\s*/g, ' ')];
  return (issues as readonly { path: string; message: string }[]).map(({ path, message: text }) =>
    path === '' ? text : `${path} ${text}`,
  );
}
