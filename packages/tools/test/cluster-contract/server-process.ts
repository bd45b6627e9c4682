import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A server program that runs until it is disposed of. */
export interface ServerProcess extends AsyncDisposable {
  /** Waits until `isReady` is true. @throws Error with the end of its output once it exits or a minute has passed */
  waitUntil(isReady: () => Promise<boolean>): Promise<void>;
}

const startTimeoutMs = 120_000;
const lookEveryMs = 200;
const killAfterMs = 10_000;

/** Starts a program without a shell; its output goes to a file. */
export function startServerProcess(program: string, flags: readonly string[], logFile: string): ServerProcess {
  const log = createWriteStream(logFile);
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const exited = once(child, 'exit');
  const failure = async (reason: string) =>
    new Error(`${program} ${reason}.\n${(await readFile(logFile, 'utf8')).slice(-3_000)}`);

  return {
    async waitUntil(isReady) {
      const deadline = Date.now() + startTimeoutMs;
      while (!(await isReady().catch(() => false))) {
        if (hasExited(child)) throw await failure('ended');
        if (Date.now() > deadline) throw await failure(`was not ready after ${startTimeoutMs / 1000} s`);
        await delay(lookEveryMs);
      }
    },
    async [Symbol.asyncDispose]() {
      if (hasExited(child)) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
