import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRunExecutor, createRunWorker } from '../../../packages/agents/src/index.ts';
import { silentLogger, ToolRegistry } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { newId } from '../../../packages/domain/src/index.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { startLiveServer } from './live-server.ts';
import { deltaCount, pacedModel } from './paced-model.ts';

/** Number of runs before the measured ones: the first runs of a process take longer. */
const warmUpRuns = 10;

/** The time from a model's delta to its arrival over a socket, in milliseconds. */
export interface LiveLatency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** CPU time of the executing process for each delta, in microseconds. */
  readonly cpuMicros: number;
}

/** Executes runs at once, each with a reader in the same process or in another one, on PostgreSQL with fsync. */
export async function measureLiveRuns(count: number, readers: 'same' | 'other'): Promise<LiveLatency> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startTestPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const server = await startLiveServer(database);
  stack.defer(() => server.close());
  const { unitOfWork, notifications } = database;
  const resources = { unitOfWork, notifications, runLog: server.runLog, logger: silentLogger };
  const executor = createRunExecutor({
    ...resources,
    models: { get: () => pacedModel },
    tools: new ToolRegistry([]).freeze(),
    approvalSecret: 'a secret of the benchmark',
  });
  const { principal } = await createTestTenant(unitOfWork);
  const url = readers === 'same' ? server.url : await start(stack, './reader-process.ts', [databaseUrl]);
  const client = forkFile('./live-client.ts', []);
  stack.defer(() => client.disconnect());
  await once(client, 'message');

  /** Returns the time of each delta in milliseconds, and the CPU time of this process in microseconds. */
  const execute = async (runs: number): Promise<readonly [latencies: number[], cpuMicros: number]> => {
    const ids: string[] = [];
    for (let index = 0; index < runs; index += 1) {
      const conversation = { conversationId: newId(), workspaceId: null, contextType: 'tables' } as const;
      const question = { ...conversation, message: 'Tell me.', model: pacedModel.id };
      ids.push((await executor.enqueue(principal, question)).run.id);
    }
    client.send(ids.map((id) => `${url}/${id}`));
    await sleep(1_000);
    const before = process.cpuUsage();
    const draining = new AbortController().signal;
    const worker = createRunWorker({ ...resources, executor, draining, concurrency: runs });
    const [latencies] = (await once(client, 'message')) as [number[]];
    const { user, system } = process.cpuUsage(before);
    await worker.close();
    if (latencies.length !== runs * deltaCount) throw new Error(`The readers got ${latencies.length} deltas.`);
    return [latencies, user + system];
  };
  await execute(warmUpRuns);
  const [latencies, cpuMicros] = await execute(count);
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1), cpuMicros: cpuMicros / latencies.length };
}

function forkFile(file: string, args: readonly string[]) {
  return fork(fileURLToPath(new URL(file, import.meta.url)), [...args]);
}

async function start(stack: AsyncDisposableStack, file: string, args: readonly string[]): Promise<string> {
  const child = forkFile(file, args);
  stack.defer(() => child.disconnect());
  const [url] = (await once(child, 'message')) as [string];
  return url;
}
