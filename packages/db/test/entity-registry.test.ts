import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { createTestTenant } from '@shipmate/domain/testing';
import { businessEntities, toValueText } from '@shipmate/domain/workflow';
import { Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { toDatabase } from '../src/create-database.ts';
import type { Engine } from '../src/engine/engine.ts';
import { toPgliteEngine } from '../src/engine/pglite/pglite-engine.ts';
import { createPostgresEngine } from '../src/engine/postgres-engine.ts';
import { borrowPglite } from '../src/testing/pglite-test-database.ts';
import { createEmptyDatabase } from './empty-database.ts';

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  pglite: async () => toPgliteEngine(await borrowPglite()),
  postgres: async () => createPostgresEngine({ databaseUrl: await createEmptyDatabase() }, silentLogger),
};

/** Opens a database with a table of another program. */
async function openWithTable(name: string) {
  const engine = await (engines[name] as () => Promise<Engine>)();
  const database = toDatabase(engine, { logger: silentLogger });
  await database.migrate();
  const db = new Kysely<unknown>({ dialect: engine.dialect });
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('drop schema if exists billing cascade');
  await run('create schema billing');
  await run(`
    create table billing.invoices (
      number text not null,
      organization_id uuid not null,
      total numeric not null default 0,
      cents bigint,
      state varchar(20) not null default 'open',
      tags text[],
      due date,
      doubled integer generated always as (2) stored,
      sent_at timestamptz,
      updated_at timestamptz not null default now(),
      unique (organization_id, number)
    )`);
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const other = (await createTestTenant(unitOfWork)).principal;
  const { entityRegistry: registry, entityRows: rows, ruleEvents, ruleEventHistory } = unitOfWork.stores;
  const dispose = async () => {
    await run('drop schema billing cascade');
    await run('delete from registered_entity');
    await database.close();
  };
  return {
    unitOfWork,
    run,
    registry,
    rows,
    ruleEvents,
    ruleEventHistory,
    principal,
    other,
    [Symbol.asyncDispose]: dispose,
  };
}

const table = 'billing.invoices';

describe.each(Object.keys(engines))('EntityRegistry on %s', (engine) => {
  it('registers a table whose rows rules read, write and watch, each organization its own', async () => {
    await using database = await openWithTable(engine);
    const { unitOfWork, run, registry, rows, principal, other } = database;
    const { entity, leftOut } = await registry.register({ table, key: 'number', description: 'Invoices.' });
    expect(leftOut).toEqual(['tags text[]', 'due date']);
    expect(entity).toMatchObject({ name: table, key: 'number', description: 'Invoices.' });
    const fields = entity.fields.map(({ name, type, isNullable, isWritable }) => [name, type, isNullable, isWritable]);
    expect(fields).toEqual([
      ['number', 'text', false, false],
      ['total', 'number', false, true],
      ['cents', 'number', true, true],
      ['state', 'text', false, true],
      ['doubled', 'integer', true, false],
      ['sent_at', 'timestamp', true, true],
      ['updated_at', 'timestamp', false, false],
    ]);
    expect(await registry.list()).toEqual([entity]);
    expect(await rows.listEntities(other)).toContainEqual(entity);

    await run(`
      insert into billing.invoices (number, organization_id, total) values
        ('A-1', '${principal.organizationId}', 10), ('A-1', '${other.organizationId}', 20), ('A-2', '${newId()}', 30)`);
    const page = { offset: 0, limit: 10 };
    expect((await rows.query(principal, table, page)).rows).toMatchObject([{ number: 'A-1', total: 10, cents: null }]);
    const { row } = await rows.update(principal, table, {
      key: 'A-1',
      values: { cents: '12345678901', state: 'paid' },
    });
    expect(row).toMatchObject({ number: 'A-1', cents: 12_345_678_901, state: 'paid', doubled: 2 });
    await expect(rows.update(principal, table, { key: 'A-1', values: { number: 'A-9' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(rows.get(principal, table, 'A-2')).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await unitOfWork.transaction(async ({ ruleEvents }) => {
      const { events } = await ruleEvents.take(10);
      const seen = events.map(({ entity: of, trigger, entityKey, organizationId, row: { total, tags } }) => [
        of,
        trigger,
        entityKey,
        organizationId,
        total,
        tags,
      ]);
      // The third row belongs to no organization, and nobody's rules watch it.
      expect(seen).toEqual([
        [table, 'on_create', 'A-1', principal.organizationId, 10, undefined],
        [table, 'on_create', 'A-1', other.organizationId, 20, undefined],
        [table, 'on_update', 'A-1', principal.organizationId, 10, undefined],
      ]);
    });
  });

  it('stores events at the time of the write, with the times of their rows as rows have them', async () => {
    await using database = await openWithTable(engine);
    const { unitOfWork, run, registry, rows, ruleEventHistory, principal } = database;
    await registry.register({ table, key: 'number' });
    await run(`
      insert into billing.invoices (number, organization_id, sent_at)
        values ('A-1', '${principal.organizationId}', '2026-03-01 12:00:00.5+01')`);
    const [clock] = (await run('select clock_timestamp() as now')).rows as [{ readonly now: Date }];
    const sentAt = '2026-03-01T11:00:00.500Z';
    const written = await rows.get(principal, table, 'A-1');
    expect(written).toMatchObject({ sent_at: sentAt });
    const writtenAt = new Date(toValueText(written['updated_at'] ?? null));
    await unitOfWork.transaction(async ({ ruleEvents }) => {
      const { events } = await ruleEvents.take(10);
      expect(events.map(({ row }) => row)).toEqual([written]);
      const at = events[0]?.createdAt.getTime();
      expect(at).toBeGreaterThanOrEqual(writtenAt.getTime());
      expect(at).toBeLessThanOrEqual(clock.now.getTime());
    });
    const range = { from: writtenAt, to: new Date(clock.now.getTime() + 1) };
    const query = { entity: table, trigger: 'on_create', after: null, limit: 10, ...range } as const;
    expect((await ruleEventHistory.list(principal, query)).events).toMatchObject([{ row: { sent_at: sentAt } }]);
  });

  it('reads the columns again and keeps the id when a table is registered again, and writes nothing when read-only', async () => {
    await using database = await openWithTable(engine);
    const { run, registry, rows, principal } = database;
    const { entity: first } = await registry.register({ table, key: 'number' });
    await run('alter table billing.invoices add column note text');
    const { entity } = await registry.register({ table, key: 'number', readOnly: true });
    expect(entity.id).toBe(first.id);
    expect(entity.fields.map(({ name }) => name)).toContain('note');
    const created = rows.create(principal, table, { values: { total: 1 } });
    await expect(created).rejects.toMatchObject({ message: expect.stringMatching(/read-only/) });
  });

  it('stops to capture changes once a table is unregistered, and accepts that the table is gone', async () => {
    await using database = await openWithTable(engine);
    const { unitOfWork, run, registry, rows, principal } = database;
    await registry.register({ table, key: 'number' });
    await registry.unregister(table);
    await run(`insert into billing.invoices (number, organization_id) values ('A-1', '${principal.organizationId}')`);
    await unitOfWork.transaction(async ({ ruleEvents }) => expect((await ruleEvents.take(10)).events).toEqual([]));
    await expect(rows.query(principal, table, { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(registry.unregister(table)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await registry.register({ table, key: 'number' });
    await run('drop table billing.invoices');
    await registry.unregister(table);
    expect(await registry.list()).toEqual([]);
  });

  it.each([
    ['public.member', 'user_id', 'VALIDATION_ERROR', /schema "public" belongs/],
    ['pgboss.job', 'id', 'VALIDATION_ERROR', /schema "pgboss" belongs/],
    ['pg_catalog.pg_class', 'relname', 'VALIDATION_ERROR', /schema "pg_catalog" belongs/],
    [businessEntities[0]?.name ?? '', 'id', 'CONFLICT', /entity of Shipmate/],
    ['invoices', 'id', 'VALIDATION_ERROR', /table: has to be schema\.table/],
    ['billing.missing', 'id', 'NOT_FOUND', /not found/],
    ['billing.view', 'number', 'VALIDATION_ERROR', /not a table/],
    ['billing.shared', 'id', 'VALIDATION_ERROR', /needs a column "organization_id"/],
    ['billing.invoices', 'amount', 'VALIDATION_ERROR', /no column "amount".*number, organization_id, total/],
    ['billing.invoices', 'total', 'VALIDATION_ERROR', /unique index on \(organization_id, total\)/],
  ])('refuses %s with the key %s', async (name, key, ...[code, message]) => {
    await using database = await openWithTable(engine);
    const { run, registry } = database;
    await run('create view billing.view as select * from billing.invoices');
    await run('create table billing.shared (id uuid primary key)');
    await expect(registry.register({ table: name, key })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(await registry.list()).toEqual([]);
  });
});
