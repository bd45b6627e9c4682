import { spawnProcess, type SpawnedProcess } from '../spawn-process.ts';
import { toCrashLine } from './process-crash.ts';
import type { FaultCommand, FaultSettings } from './fault-settings.ts';

/** A running app of a process of the fault tests. */
export interface FaultApp {
  /** Its URL; empty for a worker. */
  readonly url: string;
  /** Aborts when the app does nothing more: it has reached its crash point, or its process has exited. */
  readonly gone: AbortSignal;
  /** Returns a signal that aborts when the app loses the lease of a run, for example without CPU time. */
  lost(runId: string): AbortSignal;
  /** Allows the app to take over a run; `forbid` revokes that. */
  allow(runId: string): void;
  forbid(runId: string): void;
  /** Cancels the app's crash point. */
  skipCrash(): void;
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
  releaseModel(): void;
}

/** Starts a process and waits until its apps run. */
export async function startFaultProcess(
  settings: FaultSettings,
  nodeArgs: readonly string[] = [],
): Promise<FaultProcess> {
  const file = './faults/fault-process.ts';
  const process = spawnProcess({ file, args: [JSON.stringify(settings)], nodeArgs });
  const [, urls = ''] = await process.waitFor(/"urls":(\[.*?\]),"msg":"apps started"/);
  const apps = (JSON.parse(urls) as string[]).map((url, app) => toFaultApp(process, { url, app }));
  return {
    apps,
    url: apps.find(({ url }) => url !== '')?.url ?? '',
    gone: AbortSignal.any(apps.map(({ gone }) => gone)),
    exited: process.exited,
    waitFor: (pattern) => process.waitFor(pattern),
    log: () => process.output().stdout + process.output().stderr,
    kill: (signal) => process.kill(signal),
    releaseModel: () => send(process, { type: 'release_model' }),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

function toFaultApp(process: SpawnedProcess, { url, app }: { readonly url: string; readonly app: number }): FaultApp {
  return {
    url,
    gone: oncePrinted(process, new RegExp(toCrashLine(app))),
    lost: (runId) => oncePrinted(process, new RegExp(`"runId":"${runId}".*"msg":"lease lost"`)),
    allow: (runId) => send(process, { type: 'allow', app, runId }),
    forbid: (runId) => send(process, { type: 'forbid', app, runId }),
    skipCrash: () => send(process, { type: 'skip_crash', app }),
  };
}

/** Returns a signal that aborts when a process has printed a match or has exited. */
function oncePrinted(process: SpawnedProcess, pattern: RegExp): AbortSignal {
  const printed = new AbortController();
  const end = (): void => printed.abort();
  process.waitFor(pattern).then(end, end);
  return printed.signal;
}

function send(process: SpawnedProcess, command: FaultCommand): void {
  process.writeLine(JSON.stringify(command));
}
