import { silentLogger, type Principal } from '../../../packages/core/src/index.ts';
import { createDatabase, type Database } from '../../../packages/db/src/index.ts';
import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { newId } from '../../../packages/domain/src/identifier/id.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { matchEvents } from '../../../packages/domain/src/use-cases/index.ts';

/** The cost of events of one entity, from the change of the row to the begun executions. */
export interface MatchingCost {
  /** Changes that are stored and matched one after the other, with the time of both. */
  readonly eventsPerSecond: number;
  /** CPU of this process for storing and matching one event. */
  readonly cpuMillis: number;
  /** CPU of this process for matching one event; on PGlite the database is part of it. */
  readonly matchMillis: number;
  /** The same with ten times as many rules, of which as many match. */
  readonly matchMillisOfMany: number;
  /** Events without all of their executions. */
  readonly lost: number;
}

const entity = 'core.tasks';
const rules = { few: 100, many: 1_000, matching: 10 };
const events = { warmUp: 100, measured: 100, batch: 50 };
const rounds = 5;

/** Measures an engine: 100 rules on one entity, 10 of which match each event. */
export async function measureMatching(engine: 'pglite' | 'postgres'): Promise<MatchingCost> {
  await using stack = new AsyncDisposableStack();
  const few = await open(stack, engine, rules.few);
  const many = await open(stack, engine, rules.many);
  for (const each of [few, many]) await each(events.warmUp);
  const [ours, grown]: Measured[][] = [[], []];
  // In turns, so that a load peak of the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    ours?.push(await few(events.measured));
    grown?.push(await many(events.measured));
  }
  const medianOf = (measured: readonly Measured[] = [], figure: keyof Measured): number =>
    measured.map((each) => each[figure]).toSorted((left, right) => left - right)[Math.floor(rounds / 2)] ?? NaN;
  return {
    eventsPerSecond: medianOf(ours, 'eventsPerSecond'),
    cpuMillis: medianOf(ours, 'cpuMillis'),
    matchMillis: medianOf(ours, 'matchMillis'),
    matchMillisOfMany: medianOf(grown, 'matchMillis'),
    lost: [...(ours ?? []), ...(grown ?? [])].reduce((sum, { lost }) => sum + lost, 0),
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Opens a database with rules; the returned function stores and matches events. */
async function open(stack: AsyncDisposableStack, engine: 'pglite' | 'postgres', count: number) {
  const database = await openDatabase(stack, engine);
  await database.migrate();
  await database.start();
  const { principal } = await createTestTenant(database.unitOfWork);
  await createRules(database, principal, count);
  return (number: number) => measure(database, principal, number);
}

async function openDatabase(stack: AsyncDisposableStack, engine: 'pglite' | 'postgres'): Promise<Database> {
  if (engine === 'pglite') {
    return stack.adopt(await createDatabase({ memory: true }, { logger: silentLogger }), (each) => each.close());
  }
  const server = stack.adopt(await startTestPostgres({ fsync: 'on', synchronous_commit: 'on' }), (each) => each.stop());
  const location = { databaseUrl: await server.url() };
  return stack.adopt(await createDatabase(location, { logger: silentLogger }), (each) => each.close());
}

async function createRules({ unitOfWork }: Database, principal: Principal, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const value = index < rules.matching ? 'open' : `status ${index}`;
    await unitOfWork.stores.rules.create(principal, {
      id: newId(),
      definition: {
        name: `Rule ${index}`,
        description: '',
        isActive: true,
        entity,
        trigger: 'on_create',
        triggerConditions: [{ field_name: 'status', operator: 'equals', value }],
        actions: [],
        edges: [],
      },
    });
  }
}

async function measure({ unitOfWork }: Database, principal: Principal, number: number) {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  for (let index = 0; index < number; index += 1) {
    const values = { title: 'Pack', status: 'open', priority: 'low' };
    await unitOfWork.stores.entityRows.create(principal, entity, { values });
  }
  const before = process.cpuUsage();
  let [matched, executions] = [0, 0];
  for (let batch = 1; batch > 0; matched += batch) {
    const result = await matchEvents(unitOfWork, events.batch);
    batch = result.events;
    executions += result.executions;
  }
  const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
  return {
    eventsPerSecond: (number * 1_000) / (performance.now() - startedAt),
    cpuMillis: milliseconds(process.cpuUsage(cpuBefore)) / number,
    matchMillis: milliseconds(process.cpuUsage(before)) / number,
    lost: number - Math.min(matched, executions / rules.matching),
  };
}
