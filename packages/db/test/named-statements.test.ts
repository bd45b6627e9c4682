import { silentLogger } from '@shipmate/core';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPostgresEngine } from '../src/engine/postgres-engine.ts';
import { withAdmin } from '../src/testing/admin-connection.ts';
import { createEmptyDatabase } from './empty-database.ts';

interface Tables {
  readonly thing: { readonly id: number };
}

/** Opens a database with one table; each test ends its sessions. */
async function open(preparedStatements: boolean) {
  const databaseUrl = await createEmptyDatabase();
  const alter = (statement: string) => withAdmin(databaseUrl, (client) => client.query(statement));
  await alter('create table thing (id integer)');
  await alter('insert into thing values (1)');
  const engine = createPostgresEngine({ databaseUrl, preparedStatements }, silentLogger);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  const read = (executor: Kysely<Tables>) => executor.selectFrom('thing').selectAll().where('id', '=', 1).execute();
  return { alter, db, read, [Symbol.asyncDispose]: () => engine.close() };
}

const listPrepared = sql<{ readonly statement: string }>`select statement from pg_prepared_statements`;

it.each([
  [true, 1],
  [false, 0],
])(
  'a PostgreSQL engine with preparedStatements %s prepares %i statement for repeated queries',
  async (given, count) => {
    await using database = await open(given);
    await database.db.connection().execute(async (connection) => {
      await database.read(connection);
      await database.read(connection);
      expect((await listPrepared.execute(connection)).rows).toHaveLength(count);
    });
  },
);

it('a PostgreSQL engine repeats a prepared query after a migration adds a column to its result', async () => {
  await using database = await open(true);
  const { alter, db, read } = database;
  await db.connection().execute(async (connection) => {
    await read(connection);
    await alter('alter table thing add column name text');
    expect(await read(connection)).toEqual([{ id: 1, name: null }]);
    expect(await read(connection)).toEqual([{ id: 1, name: null }]);
  });
});

it('a PostgreSQL engine fails one transaction after such a migration, and not its repetition', async () => {
  await using database = await open(true);
  const { alter, db, read } = database;
  await read(db);
  await alter('alter table thing add column name text');
  const work = () => db.transaction().execute(read);
  await expect(work()).rejects.toThrow('cached plan must not change result type');
  expect(await work()).toEqual([{ id: 1, name: null }]);
});
