import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type {} from './bundle-programs.ts';

/** A Node process under test, with its output so far. */
export interface SpawnedProcess extends AsyncDisposable {
  output(): { readonly stdout: string; readonly stderr: string };
  /** Waits for the first match in its standard output. @throws Error if the process exits without a match. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** Writes a line to its standard input; the line is lost if the process has exited. */
  writeLine(line: string): void;
  /** Its exit code; `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** Options for {@link spawnProcess}. */
export interface SpawnProcessOptions {
  /** The file to run, relative to this module. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[];
}

/** Node's compile cache, which nearly halves the start of a process: it holds hundreds of files without their types. */
export const compileCache = join(tmpdir(), 'shipmate-compile-cache');

/**
 * Arguments with which Node runs TypeScript sources. Most processes under test live for seconds, in which optimizing PGlite's
 * WebAssembly costs more than half of their CPU time.
 */
export const sourceArgs: readonly string[] = [
  '--conditions=@shipmate/source',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  '--liftoff-only',
];

/** Returns the bundle of a program, or its source if it has none, as in a benchmark. @param file Its path relative to this module. */
export function locateProgram(file: string): string {
  const source = fileURLToPath(new URL(file, import.meta.url));
  if (!('__vitest_worker__' in globalThis)) return source;
  return inject('shipmatePrograms')[source] ?? source;
}

/** Runs a program of an app with only the given environment variables. */
export function spawnProcess(options: SpawnProcessOptions): SpawnedProcess {
  const { file, args = [], variables = {}, nodeArgs = [] } = options;
  const child = spawn(process.execPath, [...sourceArgs, ...nodeArgs, locateProgram(file), ...args], {
    env: {
      PATH: dirname(process.execPath),
      HOME: homedir(),
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: compileCache,
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const check of watchers) check();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // Writing to a process that exits meanwhile fails with EPIPE.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

  return {
    exited,
    output: () => ({ stdout, stderr }),
    kill: (signal) => void child.kill(signal),
    writeLine: (line) => void child.stdin.write(`${line}\n`),
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(stdout);
          if (!match) return;
          watchers.delete(check);
          resolve(match);
        };
        watchers.add(check);
        check();
        exited.then(
          (code) => reject(new Error(`It exited with ${code} before it printed ${pattern}.\n${stdout}\n${stderr}`)),
          reject,
        );
      }),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
