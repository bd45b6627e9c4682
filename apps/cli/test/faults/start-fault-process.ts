import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { lastWords } from './doom.ts';
import type { FaultOrder, FaultSettings } from './fault-settings.ts';

/** An app of a process of the fault suite that is at work. */
export interface FaultApp {
  /** Where it listens; empty for a worker. */
  readonly url: string;
  /** Fires when it does nothing any more: it has met its fate, or its process has ended. */
  readonly gone: AbortSignal;
  readonly hasMetFate: () => boolean;
  /** Fires when it has given a run up, as happens to whoever is kept from the processor for longer than a lease. */
  lost(runId: string): AbortSignal;
  /** Lets it take over a run, or not any more. */
  take(runId: string): void;
  leave(runId: string): void;
  /** It need not meet its fate any more. */
  spare(): void;
}

/** A process of the fault suite that is at work. */
export interface FaultProcess extends AsyncDisposable {
  readonly apps: readonly FaultApp[];
  /** Where its first web app listens. */
  readonly url: string;
  /** Fires when the first of its apps is gone. */
  readonly gone: AbortSignal;
  readonly exited: Promise<unknown>;
  /** Waits for a line of its log. */
  waitFor(pattern: RegExp): Promise<unknown>;
  log(): string;
  kill(signal: NodeJS.Signals): void;
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
  const [, urls = ''] = await process.waitFor(/"urls":(\[.*?\]),"msg":"at work"/);
  const apps = (JSON.parse(urls) as string[]).map((url, app) => toFaultApp(process, { url, app }));
  return {
    apps,
    url: apps.find(({ url }) => url !== '')?.url ?? '',
    gone: AbortSignal.any(apps.map(({ gone }) => gone)),
    exited: process.exited,
    waitFor: (pattern) => process.waitFor(pattern),
    log: () => process.output().stdout + process.output().stderr,
    kill: (signal) => process.kill(signal),
    letGo: () => tell(process, { order: 'let_go' }),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

function toFaultApp(process: SpawnedProcess, { url, app }: { readonly url: string; readonly app: number }): FaultApp {
  return {
    url,
    gone: onceSaid(process, new RegExp(lastWords(app))),
    lost: (runId) => onceSaid(process, new RegExp(`"runId":"${runId}".*"msg":"run given up"`)),
    hasMetFate: () => process.output().stdout.includes(lastWords(app)),
    take: (runId) => tell(process, { order: 'take', app, runId }),
    leave: (runId) => tell(process, { order: 'leave', app, runId }),
    spare: () => tell(process, { order: 'spare', app }),
  };
}

/** Fires when a process has said something, or has ended. */
function onceSaid(process: SpawnedProcess, pattern: RegExp): AbortSignal {
  const said = new AbortController();
  const end = (): void => said.abort();
  process.waitFor(pattern).then(end, end);
  return said.signal;
}

function tell(process: SpawnedProcess, order: FaultOrder): void {
  process.tell(JSON.stringify(order));
}
