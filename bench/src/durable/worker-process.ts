// Executes the queued runs of the database whose URL is its argument, or without one runs of its own in memory, and reports its CPU time.
import { silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { createDurableRuns } from './durable-runs.ts';

const [, , databaseUrl] = process.argv;
const location = databaseUrl === undefined ? ({ memory: true } as const) : { databaseUrl };
const database = await createDatabase(location, { logger: silentLogger });
await database.migrate();
await database.start();
const runs = createDurableRuns(database);

async function enqueueOwn(count: number): Promise<void> {
  if (databaseUrl !== undefined) return;
  const { principal } = await createTestTenant(database.unitOfWork);
  for (let index = 0; index < count; index += 1) await runs.enqueue(principal);
}

/** Executes that many runs and reports the CPU time, in milliseconds. */
async function execute(count: number): Promise<void> {
  await enqueueOwn(count);
  const done = Promise.withResolvers<void>();
  let finished = 0;
  const before = process.cpuUsage();
  const stop = runs.work(() => {
    finished += 1;
    if (finished === count) done.resolve();
  });
  await done.promise;
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1_000);
  await stop();
}

process.on('disconnect', () => process.exit());
process.on('message', (count) => void execute(Number(count)));
process.send?.('ready');
