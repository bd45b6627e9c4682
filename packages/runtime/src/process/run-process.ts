import type { Buffer } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { createBoundedOutput } from './bounded-output.ts';
import { watchTree } from './tree-watch.ts';
import { killGroup, killTagged, processTag } from './process-tree.ts';

/** Options for {@link runProcess}. */
export interface RunProcessOptions {
  readonly cwd: string;
  /** The complete environment of the process; nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** For each of standard output and standard error. Longer output is truncated in the middle. */
  readonly maxOutputBytes: number;
  /** Resident memory of the process and its descendants together, checked every 50 ms; on Linux only. */
  readonly maxMemoryBytes?: number;
  /** Processes of the run together, checked every 50 ms; on Linux only. */
  readonly maxProcesses?: number;
  /** True for a program that starts no other: no descendants are searched for when it has ended. Default: false. */
  readonly isSingle?: boolean;
  /** Receives the output of both streams as it is written. **Contract.** It must not throw. */
  readonly onOutput?: (text: string) => void;
  /**
   * Receives the bytes of the standard output as they are written; `stdout` of the result is empty then, and only the error output counts
   * for `maxOutputBytes`. **Contract.** It must not throw.
   */
  readonly onStdout?: (bytes: Uint8Array) => void;
  /** The standard input, which is closed at its end. Default: none. */
  readonly stdin?: string;
  /** How to install the program, for the error when it is missing. */
  readonly installHint?: string;
}

/** The result of a process. */
export interface ProcessResult {
  /** `null` when a signal killed it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True if some of the output was dropped. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly outOfMemory: boolean;
  readonly tooManyProcesses: boolean;
}

/** How long pipes may stay open after the process has ended, because a hidden descendant may hold them. */
const pipeGraceMs = 200;

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
  const { cwd, env, signal, timeoutMs, isSingle = false, onOutput, onStdout, stdin, installHint } = options;
  const { maxOutputBytes, maxMemoryBytes, maxProcesses } = options;
  if (signal.aborted) throw aborted(file);
  const tag = randomUUID();
  const child = spawn(file, args, {
    cwd,
    env: { ...env, [processTag]: tag },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const [stdout, stderr] = [createBoundedOutput(maxOutputBytes), createBoundedOutput(maxOutputBytes)];
  for (const [stream, output] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const]) {
    const decoder = new StringDecoder('utf8');
    stream.on('data', (chunk: Buffer) => {
      if (onStdout && output === stdout) onStdout(chunk);
      else output.append(chunk);
      onOutput?.(decoder.write(chunk));
    });
  }
  // A program may end before it has read its input; its exit code says whether it failed.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const closed = new Promise((resolve) => child.once('close', resolve));

  const limits = enforceLimits(child, { signal, timeoutMs, maxMemoryBytes, maxProcesses });
  const [exitCode, endedBy] = await once(child, 'exit')
    .catch((thrown: unknown) => {
      throw toStartFailure(file, installHint, thrown);
    })
    .finally(() => limits.stop());
  if (child.pid !== undefined) killGroup(child.pid);
  if (!isSingle) await killTagged(tag);
  await Promise.race([closed, delay(pipeGraceMs)]);
  child.stdout.destroy();
  child.stderr.destroy();

  const exceeded = limits.exceeded();
  if (exceeded === 'abort') throw aborted(file);
  return {
    exitCode: exitCode as number | null,
    signal: endedBy as NodeJS.Signals | null,
    stdout: stdout.toString(),
    stderr: stderr.toString(),
    truncated: stdout.isTruncated() || stderr.isTruncated(),
    timedOut: exceeded === 'time',
    outOfMemory: exceeded === 'memory',
    tooManyProcesses: exceeded === 'processes',
  };
}

type Limit = 'time' | 'memory' | 'processes' | 'abort';

/** Kills the process at the first limit that it exceeds; `abort` is the signal of the caller. */
function enforceLimits(
  { pid }: ChildProcess,
  limits: Pick<RunProcessOptions, 'signal' | 'timeoutMs'> & {
    readonly maxMemoryBytes: number | undefined;
    readonly maxProcesses: number | undefined;
  },
): { exceeded(): Limit | undefined; stop(): void } {
  const { signal, timeoutMs, maxMemoryBytes = Infinity, maxProcesses = Infinity } = limits;
  if (pid === undefined) return { exceeded: () => undefined, stop: () => undefined };
  let exceeded: Limit | undefined;
  let hasEnded = false;
  const end = (limit: Limit): void => {
    if (hasEnded) return;
    exceeded ??= limit;
    killGroup(pid);
  };
  const onAbort = (): void => end('abort');
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => end('time'), timeoutMs);
  const isLimited = maxMemoryBytes < Infinity || maxProcesses < Infinity;
  const stopWatching = isLimited ? watchTree(pid, { maxBytes: maxMemoryBytes, maxProcesses }, end) : undefined;
  return {
    exceeded: () => exceeded,
    stop() {
      hasEnded = true;
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      stopWatching?.();
    },
  };
}

function toStartFailure(file: string, installHint: string | undefined, cause: unknown): AppError {
  const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  const problem = isAbsent ? 'was not found' : 'could not be started';
  const message = [`The program "${programName(file)}" ${problem}.`, installHint].filter(Boolean).join(' ');
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
