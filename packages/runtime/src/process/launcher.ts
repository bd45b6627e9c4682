import type { Buffer } from 'node:buffer';
import process from 'node:process';
import type { ProgramStart } from './program.ts';
import { killGroup, killTagged, processTag } from './process-tree.ts';
import { startHere } from './start-here.ts';

/** A request to the launcher; `id` is the program's. */
export type LauncherRequest =
  | { readonly type: 'start'; readonly id: number; readonly start: ProgramStart }
  | { readonly type: 'close'; readonly id: number };

/** What the launcher observes of a program. */
export type LauncherEvent = { readonly id: number } & (
  | { readonly type: 'start'; readonly pid: number }
  | { readonly type: 'failure'; readonly message: string; readonly code: string | undefined }
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Buffer }
  | { readonly type: 'end'; readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly type: 'close' }
);

interface Running {
  readonly tag: string | undefined;
  pid?: number;
  close(): void;
}

const running = new Map<number, Running>();

process.on('message', (request: LauncherRequest) => {
  if (request.type === 'close') return running.get(request.id)?.close();
  const { id, start } = request;
  const program: Running = { tag: start.env[processTag], close: () => undefined };
  running.set(id, program);
  program.close = startHere(start, {
    onStart(pid) {
      program.pid = pid;
      void send({ type: 'start', id, pid });
    },
    onFailure(cause) {
      running.delete(id);
      void send({ type: 'failure', id, ...describeFailure(cause) });
    },
    onOutput: (stream, bytes) => send({ type: 'output', id, stream, bytes }),
    onEnd: (end) => void send({ type: 'end', id, ...end }),
    onClose() {
      running.delete(id);
      void send({ type: 'close', id });
    },
  });
});

// Nobody waits for these programs any more.
process.once('disconnect', () => {
  const ended = [...running.values()].map(async ({ pid, tag }) => {
    if (pid !== undefined) killGroup(pid);
    if (tag !== undefined) await killTagged(tag);
  });
  void Promise.all(ended).finally(() => process.exit());
});

/** A copy of an error in another process has no code. */
function describeFailure(cause: unknown): { readonly message: string; readonly code: string | undefined } {
  if (!(cause instanceof Error)) return { message: String(cause), code: undefined };
  return { message: cause.message, code: 'code' in cause ? String(cause.code) : undefined };
}

function send(event: LauncherEvent): Promise<void> {
  // A failure to send means that the other process has ended: `disconnect` follows.
  return new Promise((resolve) => process.send?.(event, () => resolve()));
}
