import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Options for {@link runProgram}. */
export interface ProgramOptions {
  readonly cwd: string;
  /** The Node.js that `node` means. */
  readonly node: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Default 300,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** A finished program. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that keeps running. */
export interface RunningProgram extends AsyncDisposable {
  /** Waits for a text on standard output. @throws if the program exits before */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
}

/** The variables that a new user has: none of this process but the ones of the system. */
function toEnvironment({ cwd, node, variables }: ProgramOptions): NodeJS.ProcessEnv {
  const { LANG = 'C.UTF-8', TMPDIR = '/tmp' } = process.env;
  const path = [dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  return { PATH: path, HOME: cwd, LANG, TMPDIR, ...variables };
}

/** Starts a shell command in a process group of its own. */
function start(command: string, options: ProgramOptions) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: options.cwd,
    env: toEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const listener of listeners) listener();
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      output.stderr += String(error);
      resolve(null);
    });
  });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Its processes have ended.
    }
  };
  return { output, listeners, exited, kill };
}

/** Runs a shell command and returns its output. @throws if it exceeds its time */
export async function runProgram(command: string, options: ProgramOptions): Promise<ProgramResult> {
  const { output, exited, kill } = start(command, options);
  const { timeoutMs = 300_000 } = options;
  const timer = setTimeout(() => kill('SIGKILL'), timeoutMs);
  const exitCode = await exited;
  clearTimeout(timer);
  kill('SIGKILL');
  return { exitCode, ...output };
}

/** Runs a shell command. @throws with its output if it fails */
export async function requireProgram(command: string, options: ProgramOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(command, options);
  if (exitCode === 0) return stdout;
  throw new Error(
    `"${command}" in ${options.cwd} exited with ${exitCode}.\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`,
  );
}

/** Starts a shell command that runs until it is disposed of. */
export function startProgram(command: string, options: ProgramOptions): RunningProgram {
  const { output, listeners, exited, kill } = start(command, options);
  const { timeoutMs = 60_000 } = options;
  return {
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string): void =>
          reject(new Error(`"${command}" ${reason}.\n${output.stdout.slice(-4_000)}\n${output.stderr.slice(-4_000)}`));
        const timer = setTimeout(() => fail(`printed no ${pattern} in ${timeoutMs} ms`), timeoutMs);
        const check = (): void => {
          const match = pattern.exec(output.stdout);
          if (match === null) return;
          clearTimeout(timer);
          listeners.delete(check);
          resolve(match);
        };
        listeners.add(check);
        check();
        void exited.then((code) => fail(`exited with ${code}`));
      }),
    async [Symbol.asyncDispose]() {
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(timer);
      kill('SIGKILL');
    },
  };
}
