import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Figures of `start`: web, worker, tools-api, the embedded database and the simulated cluster in one process. */
export interface StartFigures {
  /** From the start of the process until it prints its URL, with a database and a compile cache of an earlier start. */
  readonly readySeconds: number;
  /** CPU time until then. */
  readonly readyCpuSeconds: number;
  /** Resident size at idle, before the first request. */
  readonly idleMegabytes: number;
  /** CPU time for each second at idle. */
  readonly idleMillis: number;
  /** Growth of the resident size from the first half of the demo runs to the second one. */
  readonly grownMegabytes: number;
}

/** Numbers of demo runs before the size is measured for the first time, and from then on. */
const runs = { first: 500, measured: 2_000 } as const;
const concurrentRuns = 4;
const settleMs = 45_000;
const idleSeconds = 60;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts Shipmate on a new data directory, stops it, starts it again, and measures it at idle and over runs of the demo model. */
export async function measureStart(demoRuns: number = runs.measured): Promise<StartFigures> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'measure-start-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const first = await startShipmate(folder);
  await stop(first.process);
  const beganAt = performance.now();
  const { process: shipmate, signInUrl } = await startShipmate(folder);
  stack.defer(() => stop(shipmate));
  const readySeconds = (performance.now() - beganAt) / 1_000;
  const readyCpuSeconds = (await cpuMillis(shipmate)) / 1_000;
  await sleep(settleMs);
  const before = await cpuMillis(shipmate);
  await sleep(idleSeconds * 1_000);
  const idleMillis = ((await cpuMillis(shipmate)) - before) / idleSeconds;
  const idleMegabytes = await residentMegabytes(shipmate);
  const ask = await signIn(signInUrl);
  await askTimes(ask, runs.first);
  await sleep(settleMs);
  const sizeBefore = await residentMegabytes(shipmate);
  await askTimes(ask, demoRuns);
  await sleep(settleMs);
  const grownMegabytes = (await residentMegabytes(shipmate)) - sizeBefore;
  return { readySeconds, readyCpuSeconds, idleMegabytes, idleMillis, grownMegabytes };
}

/** Starts `shipmate up` as `pnpm start` does and waits for its URL. */
async function startShipmate(folder: string): Promise<{ readonly process: ChildProcess; readonly signInUrl: string }> {
  const script = await readScript();
  const child = spawn(process.execPath, [...script, 'up', '--data-dir', join(folder, 'data'), '--port', '0'], {
    cwd: root,
    env: {
      PATH: dirname(process.execPath),
      HOME: folder,
      TMPDIR: folder,
      TOOLS_API_PORT: '0',
      WORKER_PORT: '0',
      REQUEST_LIMITS: 'off',
      ARTIFACT_HUB_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const [, signInUrl] = /Open +(http\S+)[^]*Press Ctrl-C/.exec(printed) ?? [];
    if (signInUrl === undefined) continue;
    child.stdout.resume();
    return { process: child, signInUrl };
  }
  throw new Error(`Shipmate did not start:\n${printed}`);
}

/** Reads the arguments of Node from the script `shipmate` of the workspace. */
async function readScript(): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly shipmate: string };
  };
  return scripts.shipmate.split(' ').slice(1);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Returns a function that asks the demo model in a new conversation and reads the answer to its end. */
async function signIn(signInUrl: string): Promise<() => Promise<void>> {
  const signedIn = await fetch(signInUrl, { redirect: 'manual' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { origin } = new URL(signInUrl);
  const body = JSON.stringify({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'What can you do?' }] }] });
  return async () => {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api/chat`, { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok || !text.includes('[DONE]')) throw new Error(`A run failed with ${response.status}: ${text}`);
  };
}

async function askTimes(ask: () => Promise<void>, count: number): Promise<void> {
  let begun = 0;
  const askNext = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: concurrentRuns }, askNext));
}

/** Returns the CPU time of a process and of all its threads, in milliseconds. */
async function cpuMillis({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, user = '0', system = '0'] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? [];
  const ticksPerSecond = 100;
  return ((Number(user) + Number(system)) / ticksPerSecond) * 1_000;
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024;
}
