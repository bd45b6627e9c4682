import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { EmbeddedServer } from './embedded-server.ts';
import { openPgliteThread } from './open-pglite-thread.ts';
import { openPglite } from './open-pglite.ts';
import { pgliteExtensions } from './pglite-extensions.ts';

const servers: readonly (readonly [string, EmbeddedServer])[] = [
  ['this thread', await openPglite({ extensions: pgliteExtensions })],
  ['its own thread', await openPgliteThread({})],
];

afterAll(() => Promise.all(servers.map(([, server]) => server.close())));

describe.each(servers)('PGlite in %s', (_, server) => {
  it.each([
    ['text', 'häßlich \u{1F6A2}'],
    ['text', '\uFEFFmarked'],
    ['jsonb', { list: [1, 'two', null], nested: { yes: true } }],
    ['json', 'text'],
    ['timestamptz', new Date('2026-01-02T03:04:05.678Z')],
    ['bytea', new Uint8Array([0, 1, 255])],
    ['int8', 9_007_199_254_740_000],
    ['boolean', false],
    ['text[]', ['a', 'b,c']],
    ['text', null],
  ])('returns a value of the type %s as it was stored: %j', async (type, value) => {
    const parameter = type === 'json' ? JSON.stringify(value) : value;
    const { rows } = await server.query(`select $1::${type} as value`, [parameter], { rowMode: 'object' });
    expect(rows).toEqual([{ value }]);
  });

  it('returns the number of changed rows', async () => {
    await server.exec('create table changed (id int); insert into changed values (1), (2)');
    const { affectedRows } = await server.query('update changed set id = id + 1');
    expect(affectedRows).toBe(2);
  });

  it("rejects with the fields of PostgreSQL's error, and runs the next statement", async () => {
    await server.exec('create table unique_names (name text constraint names_unique unique)');
    await server.query('insert into unique_names values ($1)', ['a']);
    await expect(server.query('insert into unique_names values ($1)', ['a'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'names_unique',
      message: 'duplicate key value violates unique constraint "names_unique"',
    });
    expect((await server.query('select name from unique_names')).rows).toEqual([{ name: 'a' }]);
  });

  it('returns long rows whole and in order, and runs other statements meanwhile', async () => {
    const long = server.query(
      "select number, repeat('x', 300000) as text, json_build_object('is', number) as json from generate_series(1, 9) as number",
    );
    const short = server.query('select 1 as one');
    const { rows, fields } = await long;
    const expected = Array.from({ length: 9 }, (_each, index) => ({
      number: index + 1,
      text: 'x'.repeat(300_000),
      json: { is: index + 1 },
    }));
    expect(rows).toEqual(expected);
    expect(fields.map(({ name }) => name)).toEqual(['number', 'text', 'json']);
    expect((await short).rows).toEqual([{ one: 1 }]);
    expect((await server.query('select from generate_series(1, 200000)')).rows).toHaveLength(200_000);
  });

  it('runs several statements without parameters', async () => {
    const results = await server.exec("select 1 as one; select '{}'::jsonb as two");
    expect(results.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: {} }]]);
  });

  it('commits a transaction when its callback ends and rolls it back when the callback throws', async () => {
    await server.exec('create table kept (id int)');
    const reason = new Error('Undo this.');
    await server.transaction((session) => session.query('insert into kept values (1)'));
    const undone = server.transaction(async (session) => {
      await session.query('insert into kept values (2)');
      throw reason;
    });
    await expect(undone).rejects.toBe(reason);
    expect((await server.query('select id from kept')).rows).toEqual([{ id: 1 }]);
  });

  it('runs a statement outside of a transaction once the transaction has ended', async () => {
    await server.exec('create table ordered (id int)');
    const begun = Promise.withResolvers<void>();
    const transaction = server.transaction(async (session) => {
      begun.resolve();
      for (const id of [1, 2, 3]) await session.query('insert into ordered values ($1)', [id]);
    });
    await begun.promise;
    const outside = server.query('select count(*)::int as count from ordered');
    await transaction;
    expect((await outside).rows).toEqual([{ count: 3 }]);
  });

  it('keeps nothing of a transaction in which a statement failed', async () => {
    await server.exec('create table failed (id int)');
    await server.transaction(async (session) => {
      await session.query('insert into failed values (1)');
      await session.query('select 1 / 0').catch(() => undefined);
    });
    expect((await server.query('select id from failed')).rows).toEqual([]);
  });

  it('calls back for notifications until it no longer listens', async () => {
    const heard: string[] = [];
    const stops = [
      await server.listen('news', (payload) => heard.push(`first ${payload}`)),
      await server.listen('news', (payload) => heard.push(`second ${payload}`)),
    ];
    await server.query("select pg_notify('news', 'a')");
    await expect.poll(() => heard).toEqual(['first a', 'second a']);
    await stops[0]?.();
    await server.query("select pg_notify('news', 'b')");
    await expect.poll(() => heard).toEqual(['first a', 'second a', 'second b']);
    await stops[1]?.();
  });
});

describe('PGlite in its own thread', () => {
  it('leaves the event loop free during a statement', async () => {
    const [, server] = servers[1]!;
    let turns = 0;
    let isDone = false;
    const statement = server.query('select count(*) from generate_series(1, 1000000)').then(() => (isDone = true));
    while (!isDone) {
      await nextTurn();
      turns += 1;
    }
    await statement;
    expect(turns).toBeGreaterThan(100);
  });

  it('rejects statements once it is closed', async () => {
    const server = await openPgliteThread({});
    await Promise.all([server.close(), server.close()]);
    expect(server.closed).toBe(true);
    await expect(server.query('select 1')).rejects.toMatchObject({
      code: 'DATABASE_ERROR',
      message: 'The database is closed.',
    });
  });

  it('rejects when PGlite does not start', async () => {
    await expect(openPgliteThread({ dataDir: '/dev/null/data' })).rejects.toThrow(/ENOTDIR/);
  });
});
