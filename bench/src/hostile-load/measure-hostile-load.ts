import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostileCalls } from './hostile-calls.ts';

/** Latency of one organization's requests while another sends hostile calls. */
export interface HostileLoad {
  readonly idleP99: number;
  readonly loadedP99: number;
  /** Number of requests that were answered during the calls. */
  readonly requests: number;
  /** Number of hostile calls that were not answered with 200. */
  readonly refused: number;
  /** CPU time of the longest turn of the event loop during the calls, in ms; other processes have no influence on it. */
  readonly longestTurn: number;
  /** Largest resident size of the process. */
  readonly megabytes: number;
}

interface Installation {
  readonly webUrl: string;
  readonly toolsUrl: string;
  readonly loud: string;
  readonly quiet: string;
  readonly workspaceId: string;
}

/** Sends ten hostile calls at once and measures `GET /api/session` of another organization before and during them. */
export async function measureHostileLoad(): Promise<HostileLoad> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'hostile-load-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const cluster = start('./serve-cluster.ts', {}, stack);
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, String((await once(cluster, 'message'))[0]));
  const server = start('./serve-installation.ts', { KUBECONFIG }, stack);
  const [installation] = (await once(server, 'message')) as [Installation];
  await measureSession(installation, 200);
  const idle = await measureSession(installation, 500);
  let isDone = false;
  server.send('start');
  const calling = Promise.all(hostileCalls.map((call) => send(installation, call))).finally(() => (isDone = true));
  const loaded: number[] = [];
  while (!isDone) loaded.push(...(await measureSession(installation, 1)));
  const statuses = await calling;
  server.send('stop');
  const [{ longestTurn, megabytes }] = (await once(server, 'message')) as [
    Pick<HostileLoad, 'longestTurn' | 'megabytes'>,
  ];
  const refused = statuses.filter((status) => status !== 200).length;
  return { idleP99: p99Of(idle), loadedP99: p99Of(loaded), requests: loaded.length, refused, longestTurn, megabytes };
}

function start(file: string, variables: Readonly<Record<string, string>>, stack: AsyncDisposableStack) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], { env: { ...process.env, ...variables } });
  stack.defer(async () => {
    child.disconnect();
    await once(child, 'exit');
  });
  return child;
}

async function measureSession({ webUrl, quiet }: Installation, requests: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    const before = performance.now();
    const response = await fetch(`${webUrl}/api/session`, { headers: { authorization: `Bearer ${quiet}` } });
    await response.text();
    if (!response.ok) throw new Error(`GET /api/session answered ${response.status}.`);
    taken.push(performance.now() - before);
  }
  return taken;
}

async function send({ toolsUrl, loud, workspaceId }: Installation, [tool, input]: (typeof hostileCalls)[number]) {
  const response = await fetch(`${toolsUrl}/api/tools/${tool}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${loud}`,
      'content-type': 'application/json',
      'x-shipmate-workspace': workspaceId,
    },
    body: JSON.stringify(input),
  });
  await response.text();
  return response.status;
}

function p99Of(taken: readonly number[]): number {
  const sorted = taken.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}
