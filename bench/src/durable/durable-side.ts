import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { withAdmin } from '../../../packages/db/src/testing/admin-connection.ts';
import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { countingSettings, countStatements, type Query, type StatementCount } from './count-statements.ts';
import { createDurableRuns } from './durable-runs.ts';
import { postgresCpuMillis } from './postgres-cpu.ts';

/** The cost of one run, as the mean of several. */
export interface DurableCost {
  readonly nodeMillis: number;
  readonly postgresMillis: number;
  readonly statements: number;
  readonly walKilobytes: number;
  readonly runsPerSecond: number;
}

/** A measured cost, with its statements. */
export interface CountedCost extends DurableCost {
  readonly counted: StatementCount;
}

/** A library with its process and, unless it runs in memory, a PostgreSQL server with fsync of its own. */
export interface DurableSide<Cost extends Partial<DurableCost> = Partial<DurableCost>> {
  /** Executes that many runs and returns the cost of one. */
  measure(count: number): Promise<Cost>;
}

/** Opens Shipmate's worker, whose questions this process queues before it measures. */
export async function openShipmate(stack: AsyncDisposableStack): Promise<DurableSide<CountedCost>> {
  const { databaseUrl, enqueue } = await openQueue(stack);
  const worker = await startProcess(stack, './worker-process.ts', [databaseUrl]);
  return {
    async measure(count) {
      await enqueue(count);
      return measureOn(databaseUrl, worker, count);
    },
  };
}

/** Opens Shipmate with worker and database in one process; only the CPU time of that process is measured. */
export async function openShipmateInMemory(
  stack: AsyncDisposableStack,
): Promise<DurableSide<Pick<DurableCost, 'nodeMillis'>>> {
  const worker = await startProcess(stack, './worker-process.ts', []);
  return { measure: async (count) => ({ nodeMillis: (await execute(worker, count)) / count }) };
}

/** Opens a peer: the name of a module under `peers/`. */
export async function openPeer(stack: AsyncDisposableStack, name: string): Promise<DurableSide<CountedCost>> {
  const databaseUrl = await openPostgres(stack);
  const peer = await startProcess(stack, './peer-process.ts', [name, databaseUrl]);
  return { measure: (count) => measureOn(databaseUrl, peer, count) };
}

/** Opens a migrated database of Shipmate and a function that queues questions of one user. */
export async function openQueue(stack: AsyncDisposableStack) {
  const databaseUrl = await openPostgres(stack);
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  stack.defer(() => database.close());
  await database.migrate();
  await database.start();
  const { principal } = await createTestTenant(database.unitOfWork);
  const runs = createDurableRuns(database);
  const enqueue = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await runs.enqueue(principal);
  };
  return { databaseUrl, enqueue };
}

/** Starts a process that executes runs; it ends with the stack. */
export async function startProcess(
  stack: AsyncDisposableStack,
  file: string,
  args: readonly string[],
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--conditions=@shipmate/source', '--no-deprecation'],
  });
  stack.defer(async () => {
    const exited = once(child, 'exit');
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await exited;
  });
  await Promise.race([once(child, 'message'), failOnExit(child)]);
  return child;
}

async function openPostgres(stack: AsyncDisposableStack): Promise<string> {
  const postgres = await startTestPostgres(countingSettings);
  stack.defer(() => postgres.stop());
  return postgres.url();
}

function measureOn(databaseUrl: string, child: ChildProcess, count: number): Promise<CountedCost> {
  return withAdmin(databaseUrl, async (admin) => {
    const query: Query = async <Row>(text: string) => (await admin.query(text)).rows as readonly Row[];
    const [{ pid } = { pid: 0 }] = await query<{ readonly pid: number }>('select pg_backend_pid() as pid');
    const stop = await countStatements(query);
    const [cpuBefore, startedAt] = [await postgresCpuMillis(pid), performance.now()];
    const nodeMillis = (await execute(child, count)) / count;
    const seconds = (performance.now() - startedAt) / 1_000;
    const postgresMillis = ((await postgresCpuMillis(pid)) - cpuBefore) / count;
    const counted = await stop();
    return {
      nodeMillis,
      postgresMillis,
      statements: counted.statements / count,
      walKilobytes: counted.walBytes / 1_024 / count,
      runsPerSecond: count / seconds,
      counted,
    };
  }) as Promise<CountedCost>;
}

/** Lets a process execute that many runs and returns its CPU time, in milliseconds. */
async function execute(child: ChildProcess, count: number): Promise<number> {
  child.send(count);
  const [cpuMillis] = await Promise.race([once(child, 'message'), failOnExit(child)]);
  return Number(cpuMillis);
}

async function failOnExit(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('A measured process ended early.');
}
