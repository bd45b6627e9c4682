import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { ProgramObserver, ProgramStart } from './program.ts';

/** Starts a program as a child of this process, which Linux copies for it: see {@link StartProgram} for the contract. */
export function startHere({ file, args, cwd, env, stdin }: ProgramStart, observer: ProgramObserver): () => void {
  try {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.once('error', (cause) => child.pid === undefined && observer.onFailure(cause));
    if (child.pid === undefined) return () => undefined;
    observer.onStart(child.pid);
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (bytes: Buffer) => pauseUntil(child[stream], observer.onOutput(stream, bytes)));
    }
    // A program may end before it has read its input; its exit code says whether it failed.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('exit', (exitCode, signal) => observer.onEnd({ exitCode, signal }));
    child.once('close', () => observer.onClose());
    return () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
  } catch (cause) {
    observer.onFailure(cause);
    return () => undefined;
  }
}

function pauseUntil(stream: Readable, received: void | Promise<void>): void {
  if (received === undefined) return;
  stream.pause();
  void received.then(() => stream.resume());
}
