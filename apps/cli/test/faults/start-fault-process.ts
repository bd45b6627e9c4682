import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { lastWords } from './doom.ts';
import type { FaultOrder, FaultSettings } from './fault-settings.ts';

/** A running app of a process of the fault tests. */
export interface FaultApp {
  /** Its URL; empty for a worker. */
  readonly url: string;
  /** Aborts when the app does nothing more: it has reached its crash point, or its process has exited. */
  readonly gone: AbortSignal;
  readonly hasMetFate: () => boolean;
  /** Returns a signal that aborts when the app loses the lease of a run, for example without CPU time. */
  lost(runId: string): AbortSignal;
  /** Allows the app to take over a run; `leave` forbids it again. */
  take(runId: string): void;
  leave(runId: string): void;
  /** Cancels the app's crash point. */
  spare(): void;
}

/** A running process of the fault tests. */
export interface FaultProcess extends AsyncDisposable {
  readonly apps: readonly FaultApp[];
  /** URL of its first web app. */
  readonly url: string;
  /** Aborts when the first of its apps is gone. */
  readonly gone: AbortSignal;
  readonly exited: Promise<unknown>;
  /** Waits for a match in its log. */
  waitFor(pattern: RegExp): Promise<unknown>;
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Lets its model complete the turns that it holds back. */
  letGo(): void;
}

/** A compile cache reduces the start of a process to a third. */
const variables = { NODE_COMPILE_CACHE: join(tmpdir(), 'shipmate-compile-cache') };

/** Starts a process and waits until its apps run. */
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

/** Returns a signal that aborts when a process has printed a match or has exited. */
function onceSaid(process: SpawnedProcess, pattern: RegExp): AbortSignal {
  const said = new AbortController();
  const end = (): void => said.abort();
  process.waitFor(pattern).then(end, end);
  return said.signal;
}

function tell(process: SpawnedProcess, order: FaultOrder): void {
  process.tell(JSON.stringify(order));
}
