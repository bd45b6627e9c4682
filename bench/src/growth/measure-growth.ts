import { silentLogger, type Principal } from '../../../packages/core/src/index.ts';
import { createDatabase, type Database } from '../../../packages/db/src/index.ts';
import { withAdmin } from '../../../packages/db/src/testing/admin-connection.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import { readAudit, readExchangePage } from '../../../packages/domain/src/use-cases/index.ts';
import type { Query } from '../durable/count-statements.ts';
import { fillDatabase, type GrowthSize } from './fill-database.ts';

/** Does one thing that a user or a worker does, such as showing a list. */
export type Operation = () => Promise<unknown>;

/** A filled database. */
export interface FilledDatabase extends AsyncDisposable {
  /** Every list, open and claim, by name. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly fillSeconds: number;
  /** Size on disk. */
  readonly bytes: number;
}

/** Fills an empty database of a server. */
export async function openFilled(databaseUrl: string, size: GrowthSize): Promise<FilledDatabase> {
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  await database.migrate();
  await database.start();
  const { principal } = await createTestTenant(database.unitOfWork);
  const filled = await withAdmin(databaseUrl, async (admin) => {
    const query: Query = async <Row>(text: string) => (await admin.query(text)).rows as Row[];
    const begun = performance.now();
    await fillDatabase(query, principal, size);
    const fillSeconds = (performance.now() - begun) / 1_000;
    // As autovacuum does in an installation that has grown.
    await query('vacuum analyze');
    const [row] = await query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
    return { fillSeconds, bytes: row?.bytes ?? 0 };
  });
  const operations = await toOperations(database, principal);
  return { ...filled, operations, [Symbol.asyncDispose]: () => database.close() };
}

const rounds = 41;

/** Measures operations in turns, so that other load on the machine meets all of them; returns their medians in ms. */
export async function medianOfEach(operations: readonly Operation[]): Promise<readonly number[]> {
  const durations = operations.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, operation] of operations.entries()) {
      const begun = performance.now();
      await operation();
      durations[index]?.push(performance.now() - begun);
    }
  }
  return durations.map((each) => each.toSorted((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0);
}

async function toOperations(database: Database, principal: Principal): Promise<Readonly<Record<string, Operation>>> {
  const { stores } = database.unitOfWork;
  const { workspaces, conversations, runs, approvals, remediations, proposals, schedules, plans } = stores;
  const page = { limit: 50 };
  const newest = (await workspaces.list(principal, page)).items[0]?.id ?? '';
  const [conversation] = await conversations.listForWorkspace(principal, newest, { limit: 1 });
  const [run] = await runs.list(principal, { limit: 1, status: 'completed' });
  const runId = run?.run.id ?? '';
  const oldRun = (await runs.list(principal, { limit: 1, status: 'failed' }))[0]?.run.id ?? '';
  const claimed: string[] = [];
  return {
    'list workspaces': () => workspaces.list(principal, page),
    'list conversations': () => conversations.search(principal, newest, { words: [], ...page }),
    'list runs': () => runs.list(principal, page),
    'list runs, a later page': () => runs.list(principal, { ...page, before: runId }),
    'list failed runs': () => runs.list(principal, { ...page, status: 'failed' }),
    'list active runs': () => runs.list(principal, { ...page, status: 'active' }),
    'list runs of a workspace': () => runs.list(principal, { ...page, workspaceId: newest }),
    'list the audit log': () => readAudit(stores, principal, page),
    'list the audit log by rare kind': () => readAudit(stores, principal, { ...page, kind: 'spend_limits_changed' }),
    'list the audit log by user': () => readAudit(stores, principal, { ...page, userId: principal.userId }),
    'list approvals': () => approvals.listPending(principal),
    'list remediations': () => remediations.list(principal),
    'list proposals': () => proposals.list(principal),
    'list schedules': () => schedules.list(principal),
    'list plans': () => plans.list(principal, newest),
    'open a workspace': () => workspaces.getOutline(principal, newest),
    'open a conversation': () =>
      readExchangePage(stores, principal, { conversationId: conversation?.id ?? '', ...page }),
    'open a run': async () => {
      await runs.get(principal, runId);
      await runs.listSteps(runId);
      await runs.listToolCalls(runId);
    },
    'read the log of an old run': () => runs.listEvents(oldRun, { after: 0, limit: 100 }),
    'claim a run': async () => {
      const next = await runs.claimNext({ owner: 'growth', seconds: 600 });
      if (next) claimed.push(next.id);
    },
    'append an event': () =>
      runs.appendEvents({ runId: claimed[0] ?? '', owner: 'growth' }, [
        { type: 'content', turn: 0, deltas: ['word '] },
      ]),
  };
}
