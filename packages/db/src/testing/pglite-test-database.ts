import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { toDatabase } from '../create-database.ts';
import type { EmbeddedServer } from '../engine/pglite/embedded-server.ts';
import { openPglite } from '../engine/pglite/open-pglite.ts';
import { openPgliteThread } from '../engine/pglite/open-pglite-thread.ts';
import { toPgliteEngine } from '../engine/pglite/pglite-engine.ts';
import { pgliteExtensions } from '../engine/pglite/pglite-extensions.ts';
import { migrations } from '../migrations/migrations.ts';

const run = promisify(execFile);

/** The template's settings: small files, because every test unpacks a copy. */
const settings = {
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['shared_buffers=8MB', 'min_wal_size=2MB', 'max_wal_size=2MB'],
};

/** Keeps templates for later processes. */
const templateFolder = join(tmpdir(), `shipmate-pglite-${userInfo().username}`);

/** Statements that reduce the migrated template to the data of its one database. */
const reduction = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'vacuum full',
  'checkpoint',
  "alter system set max_wal_size = '1GB'",
];

let template: Promise<Blob> | undefined;

/** A PGlite in this thread, which tests use one after the other. */
interface ReusableServer {
  readonly server: EmbeddedServer;
  /** The text of {@link readDefinitions} before the first test. */
  readonly definitions: string;
  /** The tables that are not empty in the template. */
  readonly content: readonly TableContent[];
  /** The writes of tests so far. */
  writes: Writes;
  /** The number of tests that have used it. */
  uses: number;
}

interface TableContent {
  readonly name: string;
  /** JSON of its rows. */
  readonly rows: string;
}

/** The servers that no test uses. Opening one costs eight times as much CPU time as emptying its tables. */
const unused: ReusableServer[] = [];
const maxUnused = 2;
/** The write-ahead log of a server stays in memory. */
const maxUses = 50;

/**
 * Returns a PGlite with the migrated, empty database. It is one that an earlier test of this process has closed, with its data removed, or
 * a copy of the template.
 */
export async function borrowPglite(): Promise<EmbeddedServer> {
  const reusable = (await takeUnused()) ?? (await openReusable());
  reusable.uses += 1;
  return lend(reusable);
}

async function takeUnused(): Promise<ReusableServer | undefined> {
  for (let taken = unused.pop(); taken; taken = unused.pop()) {
    if (await restoreTemplate(taken)) return taken;
    await taken.server.close();
  }
  return undefined;
}

async function openReusable(): Promise<ReusableServer> {
  template ??= readTemplate();
  const server = await openPglite({ loadDataDir: await template, extensions: pgliteExtensions });
  const content = await readContent(server, await listUsedTables(server));
  return { server, definitions: await readDefinitions(server), content, writes: await countWrites(server), uses: 0 };
}

/** Returns the server for one test. Its close leaves the server to the next test, unless a statement or transaction has not ended. */
function lend(reusable: ReusableServer): EmbeddedServer {
  const { server } = reusable;
  const listening = new Set<() => Promise<void>>();
  let running = 0;
  let isClosed = false;
  async function use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('The database of this test is closed.');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }
  return {
    waitReady: server.waitReady,
    get ready() {
      return server.ready && !isClosed;
    },
    get closed() {
      return isClosed;
    },
    query: (...statement) => use(() => server.query(...statement)),
    exec: (statements) => use(() => server.exec(statements)),
    transaction: (work) => use(() => server.transaction(work)),
    listen: (...channel) =>
      use(async () => {
        const stop = await server.listen(...channel);
        listening.add(stop);
        return async () => void (listening.delete(stop) && (await stop()));
      }),
    async close() {
      isClosed = true;
      const isFree = running === 0 && reusable.uses < maxUses && unused.length < maxUnused;
      if (!isFree) return server.close();
      unused.push(reusable);
      await Promise.all([...listening].map((stop) => stop()));
    },
  };
}

/** Removes what a test has stored. Returns false if it has changed something else, for example the definition of a table. */
async function restoreTemplate(reusable: ReusableServer): Promise<boolean> {
  const { server, definitions, content, writes: before } = reusable;
  const writes = await countWrites(server);
  const areDefinitionsSame = writes.toDefinitions === before.toDefinitions;
  if (!areDefinitionsSame && (await readDefinitions(server)) !== definitions) return false;
  const kept = new Map(content.map((table) => [table.name, table]));
  const changed = areDefinitionsSame
    ? Object.keys(writes.toTables).filter((name) => writes.toTables[name] !== before.toTables[name])
    : await listChangedTables(server, kept);
  if (changed.length > 0) await restoreTables(server, changed, kept);
  await server.exec(
    "select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where last_value is not null",
  );
  reusable.writes = writes;
  return true;
}

async function restoreTables(
  server: EmbeddedServer,
  changed: readonly string[],
  kept: ReadonlyMap<string, TableContent>,
): Promise<void> {
  await server.transaction(async (session) => {
    // Without triggers and foreign keys, and without a count of the writes.
    await session.exec('set local session_replication_role = replica; set local track_counts = off');
    await session.exec(changed.map((name) => `delete from ${name}`).join(';'));
    for (const name of changed) {
      const { rows } = kept.get(name) ?? {};
      if (rows === undefined) continue;
      await session.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`, [rows]);
    }
  });
  // Returns the space, so that the order of the next rows in it does not depend on deleted ones.
  await server.query(`vacuum ${changed.join(', ')}`);
}

/** Counts of writes, of transactions that were rolled back, too. */
interface Writes {
  /** Changes with a write to a catalog, and with a setting. */
  readonly toDefinitions: string;
  /** By the name of the table. */
  readonly toTables: Readonly<Record<string, number>>;
}

/** Counts writes by PostgreSQL's statistics, which costs a fifth of reading all definitions and tables. */
async function countWrites(server: EmbeddedServer): Promise<Writes> {
  await server.exec('select pg_stat_force_next_flush()');
  const [result] = await server.exec(`
    with counted as (
      select relnamespace = 'pg_catalog'::regnamespace as is_catalog, format('%I.%I', nspname, relname) as name,
        pg_stat_get_tuples_inserted(pg_class.oid) + pg_stat_get_tuples_updated(pg_class.oid)
          + pg_stat_get_tuples_deleted(pg_class.oid) as writes
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r'
    )
    select concat_ws(' ', (select sum(writes) from counted where is_catalog),
      (select sum(hashtext(concat_ws(' ', name, setting))) from pg_settings where source in ('session', 'database', 'user'))
    ) as definitions,
    (select coalesce(json_object_agg(name, writes), '{}')::text from counted where not is_catalog and writes > 0) as tables`);
  const [row] = (result?.rows ?? []) as { readonly definitions: string; readonly tables: string }[];
  return { toDefinitions: row?.definitions ?? '', toTables: JSON.parse(row?.tables ?? '{}') as Writes['toTables'] };
}

async function listChangedTables(
  server: EmbeddedServer,
  kept: ReadonlyMap<string, TableContent>,
): Promise<readonly string[]> {
  const names = await listUsedTables(server);
  const changed = names.filter((name) => !kept.has(name));
  for (const { name, rows } of await readContent(server, [...kept.keys()])) {
    if (rows !== kept.get(name)?.rows) changed.push(name);
  }
  return changed;
}

/** Returns the names of the tables that take up space. */
async function listUsedTables(server: EmbeddedServer): Promise<readonly string[]> {
  const [result] = await server.exec(`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and relnamespace >= 2200 and nspname <> 'information_schema' and pg_relation_size(pg_class.oid) > 0`);
  return ((result?.rows ?? []) as { readonly name: string }[]).map(({ name }) => name);
}

async function readContent(server: EmbeddedServer, names: readonly string[]): Promise<readonly TableContent[]> {
  const [result] = await server.exec(
    names
      .map(
        (name) => `select '${name}' as name, coalesce(jsonb_agg(t order by ctid), '[]')::text as rows from ${name} t`,
      )
      .join(' union all '),
  );
  return (result?.rows ?? []) as unknown as TableContent[];
}

/** Returns a text that changes with the definition of a table, index, function, trigger or type, and with a setting. */
async function readDefinitions(server: EmbeddedServer): Promise<string> {
  const [result] = await server.exec(`
    select concat_ws(' ',
      (select sum(hashtext(concat_ws(' ', oid, relname, relnamespace, relkind, reloptions))) from pg_class),
      (select sum(hashtext(concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, atthasdef))) from pg_attribute where attrelid >= 16384),
      (select sum(hashtext(concat_ws(' ', oid, conname, convalidated))) from pg_constraint),
      (select sum(hashtext(concat_ws(' ', oid, tgenabled))) from pg_trigger),
      (select sum(hashtext(concat_ws(' ', oid, prosrc))) from pg_proc where oid >= 16384),
      (select sum(hashtext(concat_ws(' ', oid, typname))) from pg_type where oid >= 16384),
      (select count(*) from pg_statistic where starelid >= 16384),
      (select sum(hashtext(concat_ws(' ', oid, rolname, rolsuper))) from pg_roles),
      (select sum(hashtext(concat_ws(' ', name, setting))) from pg_settings where source in ('session', 'database', 'user'))
    ) as definitions`);
  return ((result?.rows ?? []) as { readonly definitions: string }[])[0]?.definitions ?? '';
}

/** Opens a PGlite with a copy of the template in a thread of its own. */
export async function openTestPgliteThread(): Promise<EmbeddedServer> {
  template ??= readTemplate();
  return openPgliteThread({ loadDataDir: await template });
}

/** Fills an empty folder with a copy of the migrated template, for a process that opens it then. */
export async function createTestDataDir(dataDir: string): Promise<void> {
  template ??= readTemplate();
  await template;
  await run('tar', ['-x', '-f', await templateFile(), '-C', dataDir]);
}

/** Returns the template, which takes seconds to create and is therefore kept in the temp directory. */
async function readTemplate(): Promise<Blob> {
  const file = await templateFile();
  try {
    return new Blob([await readFile(file)]);
  } catch {
    const dump = await createTemplate();
    await mkdir(templateFolder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${newId()}`;
    await writeFile(unfinished, dump.stream());
    await rename(unfinished, file);
    return dump;
  }
}

async function createTemplate(): Promise<Blob> {
  const pglite = await openPglite({ ...settings, extensions: pgliteExtensions });
  const database = toDatabase(toPgliteEngine(pglite), { logger: silentLogger });
  try {
    await database.migrate();
    await database.start();
    for (const statement of reduction) await pglite.query(statement);
    return await pglite.dumpDataDir('none');
  } finally {
    await database.close();
  }
}

async function templateFile(): Promise<string> {
  return join(templateFolder, `${await templateKey()}.tar`);
}

/** Returns a key that changes with the text of every migration, the settings and the versions of the libraries. */
async function templateKey(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([settings, reduction]));
  for (const dependency of ['@electric-sql/pglite', 'pg-boss']) {
    const manifest = findPackageJSON(dependency, import.meta.url);
    if (manifest) hash.update(await readFile(manifest));
  }
  for (const [name, migration] of Object.entries(migrations)) hash.update(`${name}\n${migration.up.toString()}\n`);
  return hash.digest('hex').slice(0, 16);
}
