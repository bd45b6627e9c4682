import { newId } from '@shipmate/domain';
import { expect, it } from 'vitest';
import type { EmbeddedServer } from '../src/engine/pglite/embedded-server.ts';
import { borrowPglite } from '../src/testing/pglite-test-database.ts';

/** Returns the rows of every table and the state of every sequence as a test could see them. */
async function readAll(server: EmbeddedServer): Promise<unknown> {
  const [list] = await server.exec(`
    select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384 order by 1`);
  const names = ((list?.rows ?? []) as { readonly name: string }[]).map(({ name }) => name);
  const [rows, sequences] = await server.exec(
    `${names.map((name) => `select '${name}' as name, jsonb_agg(t) as rows from ${name} t`).join(' union all ')};
     select schemaname, sequencename, last_value from pg_sequences`,
  );
  return { rows: rows?.rows, sequences: sequences?.rows };
}

/** Marks the session of a server, so that a later borrower recognizes the server. */
const mark = (server: EmbeddedServer, name: string) => server.exec(`prepare "${name}" as select 1`);

async function isMarked(server: EmbeddedServer, name: string): Promise<boolean> {
  const { rows } = await server.query('select from pg_prepared_statements where name = $1', [name]);
  return rows.length > 0;
}

/** Uses a server as one test does, and returns what the next test finds. */
async function useTwice<Found>(
  first: (server: EmbeddedServer) => Promise<unknown>,
  next: (server: EmbeddedServer, isSame: boolean) => Promise<Found>,
): Promise<Found> {
  const name = newId();
  const used = await borrowPglite();
  await mark(used, name);
  await first(used);
  await used.close();
  const later = await borrowPglite();
  try {
    return await next(later, await isMarked(later, name));
  } finally {
    await later.close();
  }
}

it.each([
  ['wrote', 'update kysely_migration set timestamp = 1::text'],
  ['truncated tables', 'truncate kysely_migration, pgboss.version'],
])(
  'the next test finds the rows and sequences of the template on the same server after one that %s',
  async (_, last) => {
    let before: unknown;
    const found = await useTwice(
      async (server) => {
        before = await readAll(server);
        await server.exec(`
        insert into app_user (id, email, name) values ('${newId()}', 'ada@example.test', 'Ada');
        delete from pgboss.queue where name in (select name from pgboss.queue limit 2);
        select nextval('inbox_delivery_sequence_seq');
        ${last}`);
        expect(await readAll(server)).not.toEqual(before);
      },
      async (server, isSame) => ({ isSame, content: await readAll(server) }),
    );
    expect(found).toEqual({ isSame: true, content: before });
  },
);

it.each([
  ['a table', 'create table added (id int)'],
  ['a column', 'alter table app_user add column added int'],
  ['a dropped trigger', 'drop trigger audit_entry_kept on audit_entry'],
  ['a setting', "set timezone = 'Asia/Tokyo'"],
  [
    'statistics',
    "insert into app_user (id, email, name) values (gen_random_uuid(), 'a@example.test', 'Ada'); analyze app_user",
  ],
])('the next test gets another server when a test leaves %s', async (_, statement) => {
  const isSame = await useTwice(
    (server) => server.exec(statement),
    async (_server, same) => same,
  );
  expect(isSame).toBe(false);
});

it('the next test gets another server when a transaction was open at the close', async () => {
  const name = newId();
  const used = await borrowPglite();
  await mark(used, name);
  const hasBegun = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const transaction = used.transaction(async () => {
    hasBegun.resolve();
    await isOver.promise;
  });
  await hasBegun.promise;
  const closing = used.close();
  isOver.resolve();
  await Promise.allSettled([transaction, closing]);
  const next = await borrowPglite();
  expect(await isMarked(next, name)).toBe(false);
  await next.close();
});

it('a closed server rejects statements and calls no listener while the next test uses it', async () => {
  const heard: string[] = [];
  let closed: EmbeddedServer | undefined;
  await useTwice(
    async (server) => {
      closed = server;
      await server.listen('news', (payload) => heard.push(payload));
    },
    async (server, isSame) => {
      expect(isSame).toBe(true);
      expect(closed?.closed).toBe(true);
      await expect(closed?.query('select 1')).rejects.toThrow('The database of this test is closed.');
      await server.exec("select pg_notify('news', 'for nobody')");
    },
  );
  expect(heard).toEqual([]);
});
