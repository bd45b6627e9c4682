import { noUsage, silentLogger, type Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { createTestTenant } from '@shipmate/domain/testing';
import { expect, it } from 'vitest';
import { toDatabase } from '../src/create-database.ts';
import { toPgliteEngine } from '../src/engine/pglite/pglite-engine.ts';
import { borrowPglite } from '../src/testing/pglite-test-database.ts';

/** Opens a database, and a function that returns how many rows of tables some work read, by PostgreSQL's statistics. */
async function open() {
  const server = await borrowPglite();
  const database = toDatabase(toPgliteEngine(server), { logger: silentLogger });
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);

  async function countRead(tables: readonly string[]): Promise<number> {
    await server.exec('select pg_stat_force_next_flush()');
    const { rows } = await server.query<{ readonly count: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_user_tables
      where relname = any($1)`,
      [tables],
    );
    return rows[0]?.count ?? NaN;
  }

  async function rowsRead(tables: readonly string[], work: () => Promise<unknown>): Promise<number> {
    const before = await countRead(tables);
    await work();
    return (await countRead(tables)) - before;
  }

  return { server, unitOfWork, principal, rowsRead, [Symbol.asyncDispose]: () => database.close() };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function createRun({ unitOfWork }: Opened, principal: Principal) {
  const { conversations, runs } = unitOfWork.stores;
  const [conversationId, runId, owner] = [newId(), newId(), newId()];
  await conversations.create(principal, { id: conversationId, workspaceId: null, contextType: 'tables' });
  const place = { conversationId, workspaceId: null, model: 'test:model' };
  await runs.create(principal, { id: runId, ...place, lease: { owner, seconds: 60 } });
  return { runId, owner };
}

it('a write of a run reads no other unended run, in a database without statistics', async () => {
  await using opened = await open();
  const { server, unitOfWork, principal, rowsRead } = opened;
  const { runs } = unitOfWork.stores;
  const lease = await createRun(opened, principal);
  const write = async () => {
    await runs.appendEvents(lease, [{ type: 'content', turn: 0, deltas: [] }]);
    await runs.renew(lease, 60);
  };
  // As in a new installation; the tables of tests were vacuumed when they were empty.
  await server.query("update pg_class set relpages = 0, reltuples = -1 where oid = 'run'::regclass");
  // PostgreSQL keeps the plan of a statement after its sixth execution.
  for (let time = 0; time < 6; time += 1) await write();
  for (let other = 0; other < 40; other += 1) await createRun(opened, principal);
  expect(await rowsRead(['run'], write)).toBeLessThanOrEqual(4);
});

it('windows with a limit are listed without reading usage while there is none', async () => {
  await using opened = await open();
  const { unitOfWork, principal, rowsRead } = opened;
  const { spend, runs } = unitOfWork.stores;
  const { runId, owner } = await createRun(opened, principal);
  await spend.count(principal, { model: 'test:model', inputTokens: 1, outputTokens: 1, costUsd: 1 });
  const usage = { ...noUsage, inputTokens: 3 };
  const step = {
    turn: 0,
    model: 'test:model',
    finish: 'stop',
    usage,
    costUsd: 1,
    messages: [],
    durationMs: 1,
  } as const;
  await runs.saveStep({ runId, owner }, step);
  const tables = ['spend', 'run_spend'];
  expect(await rowsRead(tables, () => spend.listLimitedWindows(principal))).toBe(0);
  expect(await rowsRead(tables, () => spend.listWindows(principal))).toBe(2);
});
