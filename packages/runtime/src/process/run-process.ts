import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { createBoundedOutput } from './bounded-output.ts';
import type { ProgramEnd, StartProgram } from './program.ts';
import { startElsewhere } from './start-elsewhere.ts';
import { startHere } from './start-here.ts';
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

/** Below this resident size, a process starts a program in 15 ms or less on the slowest machine that was measured. */
const largeProcessBytes = 200_000_000;

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
  const isLarge = process.platform === 'linux' && process.memoryUsage.rss() > largeProcessBytes;
  return runProgram({ file, args, startProgram: isLarge ? startElsewhere : startHere }, options);
}

/** Runs a program that is started in a given way, as {@link runProcess} does. */
export async function runProgram(
  { file, args, startProgram }: { file: string; args: readonly string[]; startProgram: StartProgram },
  options: RunProcessOptions,
): Promise<ProcessResult> {
  const { cwd, env, signal, timeoutMs, isSingle = false, onOutput, onStdout, stdin, installHint } = options;
  const { maxOutputBytes, maxMemoryBytes, maxProcesses } = options;
  if (signal.aborted) throw aborted(file);
  const tag = randomUUID();
  const [stdout, stderr] = [createBoundedOutput(maxOutputBytes), createBoundedOutput(maxOutputBytes)];
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  const started = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<ProgramEnd>();
  const closed = Promise.withResolvers<void>();
  const start = { file, args, cwd, env: { ...env, [processTag]: tag }, ...(stdin !== undefined && { stdin }) };
  const close = startProgram(start, {
    onStart: started.resolve,
    onFailure: started.reject,
    onOutput(stream, bytes) {
      if (stream === 'stderr') stderr.append(bytes);
      else if (onStdout) onStdout(bytes);
      else stdout.append(bytes);
      onOutput?.(decoders[stream].write(bytes));
    },
    onEnd: ended.resolve,
    onClose: closed.resolve,
  });
  const pid = await started.promise.catch(async (thrown: unknown) => {
    // The launcher may have ended between the start and its report.
    await killTagged(tag);
    throw toStartFailure(file, installHint, thrown);
  });
  const limits = enforceLimits(pid, { signal, timeoutMs, maxMemoryBytes, maxProcesses });
  const end = await ended.promise;
  limits.stop();
  killGroup(pid);
  if (!isSingle) await killTagged(tag);
  await Promise.race([closed.promise, delay(pipeGraceMs)]);
  close();

  const exceeded = limits.exceeded();
  if (exceeded === 'abort') throw aborted(file);
  return {
    ...end,
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
  pid: number,
  limits: Pick<RunProcessOptions, 'signal' | 'timeoutMs'> & {
    readonly maxMemoryBytes: number | undefined;
    readonly maxProcesses: number | undefined;
  },
): { exceeded(): Limit | undefined; stop(): void } {
  const { signal, timeoutMs, maxMemoryBytes = Infinity, maxProcesses = Infinity } = limits;
  let exceeded: Limit | undefined;
  let hasEnded = false;
  const end = (limit: Limit): void => {
    if (hasEnded) return;
    exceeded ??= limit;
    killGroup(pid);
  };
  const onAbort = (): void => end('abort');
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
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
