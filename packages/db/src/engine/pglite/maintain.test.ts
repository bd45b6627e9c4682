import { silentLogger, type Logger } from '@shipmate/core';
import { afterEach, expect, it, vi } from 'vitest';
import type { EmbeddedServer, EmbeddedSession } from './embedded-server.ts';
import { maintain, startMaintenance } from './maintain.ts';
import { openPglite } from './open-pglite.ts';
import { engineOptions } from './pglite-engine.ts';

const { signal } = new AbortController();

async function open() {
  const server: EmbeddedServer = await openPglite(engineOptions);
  return { server, [Symbol.asyncDispose]: () => server.close() };
}

const readTables = async (server: EmbeddedSession) => {
  await server.exec('select pg_stat_force_next_flush()');
  const { rows } = await server.query<{ readonly relname: string }>(`
    select stat.relname, n_dead_tup::integer as dead, n_mod_since_analyze::integer as changed, reltuples::integer as counted,
      vacuum_count::integer as vacuums, analyze_count::integer as analyses
    from pg_stat_all_tables stat join pg_class on pg_class.oid = relid
    where stat.relname in ('emptied', 'filled', 'small') or relid = (select reltoastrelid from pg_class where relname = 'emptied')`);
  return Object.fromEntries(rows.map(({ relname, ...counts }) => [relname.replace(/\d+/, ''), counts]));
};

afterEach(() => vi.useRealTimers());

it('maintenance vacuums and analyzes the tables that autovacuum would, and no others', async () => {
  await using opened = await open();
  const { server } = opened;
  await server.exec(`
    create table emptied (id integer, text text);
    alter table emptied alter text set storage external;
    create table filled (id integer);
    create table small (id integer);
    insert into emptied select id, repeat('x', 4000) from generate_series(1, 200) id;
    delete from emptied where id > 50;
    insert into filled select generate_series(1, 100);
    insert into small values (1);`);
  await maintain(server, signal);
  const maintained = { vacuums: 1, analyses: 1 };
  expect(await readTables(server)).toEqual({
    emptied: { dead: 0, changed: 0, counted: 50, ...maintained },
    filled: { dead: 0, changed: 0, counted: 100, vacuums: 0, analyses: 1 },
    small: { dead: 0, changed: 1, counted: -1, vacuums: 0, analyses: 0 },
    pg_toast_: expect.objectContaining({ dead: 0, analyses: 0 }),
  });
  await maintain(server, signal);
  expect(await readTables(server)).toMatchObject({ emptied: maintained, filled: { analyses: 1 } });
});

it('maintenance keeps the write-ahead log short, which PGlite would let grow', async () => {
  await using opened = await open();
  const { server } = opened;
  const readLog = async () => {
    const { rows } = await server.query<{ readonly megabytes: number; readonly redo: string }>(
      'select (select sum(size) / 1024 / 1024 from pg_ls_waldir())::float8 as megabytes, redo_lsn::text as redo from pg_control_checkpoint()',
    );
    return rows[0];
  };
  await server.exec('create table long (text text)');
  const first = await readLog();
  await maintain(server, signal);
  expect(await readLog()).toEqual(first);
  for (let round = 0; round < 5; round += 1) {
    await server.exec("insert into long select repeat('x', 1000) from generate_series(1, 24000); truncate long");
    await maintain(server, signal);
    expect((await readLog())?.megabytes).toBeLessThanOrEqual(80);
  }
  const last = await readLog();
  expect(last?.redo).not.toBe(first?.redo);

  const refusal = new Error('The index is damaged.');
  const damaged: EmbeddedSession = {
    query: (...statement) => server.query(...statement),
    exec: (statements) => (statements.startsWith('vacuum') ? Promise.reject(refusal) : server.exec(statements)),
  };
  await server.exec("insert into long select repeat('x', 1000) from generate_series(1, 24000)");
  await expect(maintain(damaged, signal)).rejects.toBe(refusal);
  expect((await readLog())?.redo).not.toBe(last?.redo);
});

it('maintenance begins no further table once its signal has fired', async () => {
  await using opened = await open();
  const { server } = opened;
  await server.exec('create table filled (id integer); insert into filled select generate_series(1, 100)');
  await maintain(server, AbortSignal.abort());
  expect(await readTables(server)).toMatchObject({ filled: { analyses: 0 } });
});

it('maintenance runs at intervals, also after one that failed, until it is ended', async () => {
  await using opened = await open();
  const { server } = opened;
  await server.exec('create table filled (id integer); insert into filled select generate_series(1, 100)');
  const failures: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (message, fields) => failures.push([message, fields]) };
  const refusal = new Error('The disk is full.');
  const session: EmbeddedSession = {
    query: (...statement) => server.query(...statement),
    exec: (statements) => (failures.length === 0 ? Promise.reject(refusal) : server.exec(statements)),
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const end = startMaintenance(session, { logger });
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(async () => expect(await readTables(server)).toMatchObject({ filled: { analyses: 1 } }));
  await end();
  expect(vi.getTimerCount()).toBe(0);
  expect(failures).toEqual([['maintenance of the embedded database failed', { error: refusal }]]);
});
