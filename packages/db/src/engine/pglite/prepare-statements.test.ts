import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPglite } from './open-pglite.ts';
import { maxStatements } from './prepare-statements.ts';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await openPglite({});
});
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.exec('drop table if exists thing; create table thing (id integer, tags text[], at timestamptz)');
  await pglite.query('insert into thing values ($1, $2, $3)', [1, ['a', 'b,"c'], null]);
});

const byId = 'select * from thing where id = $1';

async function countPrepared(statement: string): Promise<number> {
  const { rows } = await pglite.query('select from pg_prepared_statements where statement = $1', [statement]);
  return rows.length;
}

it('PGlite parses a repeated statement once, in and out of transactions', async () => {
  const statement = 'select id from thing where id = $1 /* once */';
  expect((await pglite.query(statement, [1])).rows).toEqual([{ id: 1 }]);
  expect((await pglite.query(statement, [2])).rows).toEqual([]);
  const read = await pglite.transaction((transaction) => transaction.query(statement, [1], { rowMode: 'array' }));
  expect(read).toMatchObject({ rows: [[1]], fields: [{ name: 'id' }] });
  expect(await countPrepared(statement)).toBe(1);
});

it('PGlite converts parameters and results of prepared statements by their types', async () => {
  const at = new Date('2026-01-01T12:00:00.123Z');
  const update = await pglite.query('update thing set tags = $1, at = $2', [[], at]);
  expect(update).toMatchObject({ affectedRows: 1, rows: [] });
  expect((await pglite.query(byId, [1])).rows).toEqual([{ id: 1, tags: [], at }]);
  await pglite.query('update thing set tags = $1, at = $2', [null, undefined]);
  expect((await pglite.query(byId, [1])).rows).toEqual([{ id: 1, tags: null, at: null }]);
});

it.each([
  ['select * from absent where id = $1', '42P01'],
  ['select id / $1 from thing where id = 1', '22012'],
])('PGlite executes other statements after %j has failed', async (statement, code) => {
  await expect(pglite.query(statement, [0])).rejects.toMatchObject({ code });
  const failing = pglite.transaction((transaction) => transaction.query(statement, [0]));
  await expect(failing).rejects.toMatchObject({ code });
  expect((await pglite.query(byId, [1])).rows).toHaveLength(1);
});

it('PGlite repeats a prepared statement after a migration adds a column to its result', async () => {
  await pglite.query(byId, [1]);
  await pglite.exec('alter table thing add column name text');
  expect((await pglite.query(byId, [1])).rows).toEqual([{ id: 1, tags: ['a', 'b,"c'], at: null, name: null }]);
  expect(await countPrepared(byId)).toBe(1);
});

it('PGlite fails one transaction after such a migration, and not its repetition', async () => {
  await pglite.query(byId, [1]);
  await pglite.exec('alter table thing add column name text');
  const work = () => pglite.transaction((transaction) => transaction.query(byId, [1]));
  await expect(work()).rejects.toThrow('cached plan must not change result type');
  expect((await work()).rows).toHaveLength(1);
});

it('PGlite refuses a prepared statement of a transaction that has ended', async () => {
  await pglite.query(byId, [1]);
  const ended = await pglite.transaction((transaction) => Promise.resolve(transaction));
  await expect(ended.query(byId, [1])).rejects.toThrow('Transaction is closed');
});

it('PGlite keeps a bounded number of statements and executes further ones', async () => {
  await using other = await openPglite({ loadDataDir: await pglite.dumpDataDir('none') });
  for (let index = 0; index < maxStatements + 5; index += 1) {
    const { rows } = await other.query(`select $1::integer + ${index} as sum`, [1]);
    expect(rows).toEqual([{ sum: index + 1 }]);
  }
  const { rows } = await other.query('select from pg_prepared_statements');
  expect(rows).toHaveLength(maxStatements);
});
