import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { lastWords } from './fated-unit-of-work.ts';
import type { FaultOrder, FaultSettings } from './fault-settings.ts';

/** A process of the fault suite that is at work. */
export interface FaultProcess extends AsyncDisposable {
  /** Where its web app listens; empty for a worker. */

  readonly url: string;
  /** Fires when it does nothing any more: it has exited, or has met its fate. */
  readonly gone: AbortSignal;
  readonly hasMetFate: () => boolean;
  readonly exited: Promise<unknown>;
  /** Waits for a line of its log. */
  waitFor(pattern: RegExp): Promise<unknown>;
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Lets it take over a run, or not any more. */
  take(runId: string): void;
  leave(runId: string): void;
  /** Lets its model end what it holds back. */
  letGo(): void;
}

/** Starting takes a third of the time where Node finds what it compiled before. */
const variables = { NODE_COMPILE_CACHE: join(tmpdir(), 'shipmate-compile-cache') };

/** Starts a process and waits until it is at work. */
export async function startFaultProcess(
  settings: FaultSettings,
  nodeArgs: readonly string[] = [],
): Promise<FaultProcess> {
  const file = './faults/fault-process.ts';
  const process = spawnProcess({ file, args: [JSON.stringify(settings)], variables, nodeArgs });
  await process.waitFor(/"msg":"at work"/);
  return toFaultProcess(process);
}

function toFaultProcess(process: SpawnedProcess): FaultProcess {
  const [, url = ''] = /"url":"(http[^"]+)","msg":"listening"/.exec(process.output().stdout) ?? [];
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  process.waitFor(new RegExp(lastWords)).then(leave, leave);
  const tell = (order: FaultOrder): void => process.tell(JSON.stringify(order));
  return {
    url,
    gone: gone.signal,
    hasMetFate: () => process.output().stdout.includes(lastWords),
    exited: process.exited,
    waitFor: (pattern) => process.waitFor(pattern),
    log: () => process.output().stdout + process.output().stderr,
    kill: (signal) => process.kill(signal),
    take: (runId) => tell({ order: 'take', runId }),
    leave: (runId) => tell({ order: 'leave', runId }),
    letGo: () => tell({ order: 'let_go' }),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}
