import type { Buffer } from 'node:buffer';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { createBoundedOutput } from './bounded-output.ts';
import { killGroup, killTagged, processTag } from './process-tree.ts';
import { watchTree } from './tree-watch.ts';

/** Limits and input of a program. */
export interface ProgramOptions {
  readonly cwd: string;
  /** The complete environment of the process; nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** For each of standard output and standard error. Longer output is truncated in the middle. */
  readonly maxOutputBytes: number;
  /** Resident memory of the process and its descendants together, checked every 50 ms; on Linux only. */
  readonly maxMemoryBytes?: number;
  /** Processes of the run together, checked every 50 ms; on Linux only. */
  readonly maxProcesses?: number;
  /** True for a program that starts no other: no descendants are searched for when it has ended. Default: false. */
  readonly isSingle?: boolean;
  /** The standard input, which is closed at its end. Default: none. */
  readonly stdin?: string;
}

/** The caller of a program. */
export interface ProgramCaller {
  readonly signal: AbortSignal;
  /** Marks the program and its descendants, so that they are found. */
  readonly tag: string;
  /** Receives the output of both streams as it is written. **Contract.** It must not throw. */
  readonly onOutput?: (text: string) => void | Promise<void>;
  /** As `onOutput`, for the bytes of the standard output, which the result and `maxOutputBytes` leave out then. */
  readonly onStdout?: (bytes: Buffer) => void | Promise<void>;
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

/** The result of a process, or of one that its caller stopped. */
export type ProgramResult = ProcessResult & { readonly isAborted: boolean };

/** A way to run a program: see `runProcess` for the contract. @throws Error of the system when it cannot be started. */
export type RunProgram = (
  [file, ...args]: readonly [string, ...string[]],
  options: ProgramOptions,
  caller: ProgramCaller,
) => Promise<ProgramResult>;

/** Pipes that were silent for so long, after the end of their program, are held by a hidden descendant. */
const silenceMs = 200;
/** A hidden descendant that goes on writing is not read for longer. */
const maxDrainMs = 5_000;

/** Runs a program as a child of this process, which Linux copies for it. */
export const runProgram: RunProgram = async ([file, ...args], options, caller) => {
  const { cwd, env, maxOutputBytes, isSingle = false, stdin } = options;
  const child = spawn(file, args, {
    cwd,
    env: { ...env, [processTag]: caller.tag },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  const output = readOutput(child, caller, maxOutputBytes);
  // A program may end before it has read its input; its exit code says whether it failed.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);

  const limits = enforceLimits(pid, options, caller.signal);
  const [exitCode, signal] = (await once(child, 'exit').finally(() => limits.stop())) as [
    ProcessResult['exitCode'],
    ProcessResult['signal'],
  ];
  killGroup(pid);
  if (!isSingle) await killTagged(caller.tag);
  const exceeded = limits.exceeded();
  return {
    exitCode,
    signal,
    ...(await output.drain()),
    timedOut: exceeded === 'time',
    outOfMemory: exceeded === 'memory',
    tooManyProcesses: exceeded === 'processes',
    isAborted: exceeded === 'abort',
  };
};

function readOutput(
  child: ChildProcessWithoutNullStreams,
  { onOutput, onStdout }: ProgramCaller,
  maxBytes: number,
): { drain(): Promise<Pick<ProcessResult, 'stdout' | 'stderr' | 'truncated'>> } {
  const closed = new Promise((resolve) => child.once('close', resolve));
  const pipes = [child.stdout, child.stderr].map((stream) => {
    const pipe = { stream, kept: createBoundedOutput(maxBytes), passed: Promise.resolve() };
    const decoder = new StringDecoder('utf8');
    stream.on('data', (bytes: Buffer) => {
      isSilent = false;
      stream.pause();
      pipe.passed = pass(pipe, bytes, decoder.write(bytes)).then(() => void stream.resume());
    });
    return pipe;
  });
  let isSilent = true;

  async function pass({ stream, kept }: (typeof pipes)[number], bytes: Buffer, text: string): Promise<void> {
    if (onStdout !== undefined && stream === child.stdout) await onStdout(bytes);
    else kept.append(bytes);
    await onOutput?.(text);
  }

  async function waitForSilence(): Promise<void> {
    const latest = performance.now() + maxDrainMs;
    do {
      isSilent = true;
      await delay(silenceMs, undefined, { ref: false });
      // After a busy time a timer fires before pipes are read: they are silent only if a turn in between read nothing.
      await setImmediate();
    } while ((!isSilent || pipes.some(({ stream }) => stream.isPaused())) && performance.now() < latest);
  }

  return {
    async drain() {
      await Promise.race([closed, waitForSilence()]);
      for (const { stream } of pipes) stream.destroy();
      await Promise.all(pipes.map(({ passed }) => passed));
      const [stdout, stderr] = pipes.map(({ kept }) => kept.toString()) as [string, string];
      return { stdout, stderr, truncated: pipes.some(({ kept }) => kept.isTruncated()) };
    },
  };
}

type Limit = 'time' | 'memory' | 'processes' | 'abort';

/** Kills the process at the first limit that it exceeds; `abort` is the signal of the caller. */
function enforceLimits(
  pid: number,
  { timeoutMs, maxMemoryBytes: maxBytes = Infinity, maxProcesses = Infinity }: ProgramOptions,
  signal: AbortSignal,
): { exceeded(): Limit | undefined; stop(): void } {
  const ended = new AbortController();
  let exceeded: Limit | undefined;
  const end = (limit: Limit): void => {
    if (ended.signal.aborted) return;
    exceeded ??= limit;
    killGroup(pid);
  };
  signal.addEventListener('abort', () => end('abort'), { signal: ended.signal });
  const timer = setTimeout(() => end('time'), timeoutMs);
  const isLimited = maxBytes < Infinity || maxProcesses < Infinity;
  const stopWatching = isLimited ? watchTree(pid, { maxBytes, maxProcesses }, end) : undefined;
  return {
    exceeded: () => exceeded,
    stop() {
      ended.abort();
      clearTimeout(timer);
      stopWatching?.();
    },
  };
}
