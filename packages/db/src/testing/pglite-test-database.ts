import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { toDatabase, type Database, type DatabaseResources } from '../create-database.ts';
import type { EmbeddedServer } from '../engine/pglite/embedded-server.ts';
import { openPglite } from '../engine/pglite/open-pglite.ts';
import { toPgliteEngine } from '../engine/pglite/pglite-engine.ts';
import { pgliteExtensions } from '../engine/pglite/pglite-extensions.ts';
import { migrations } from '../migrations/migrations.ts';

/** The template's settings: small files, because every test unpacks a copy. */
const settings = {
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['shared_buffers=8MB', 'min_wal_size=2MB', 'max_wal_size=2MB'],
};

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

/** Opens a copy of the migrated template, which is read once per process. */
export async function clonePgliteTemplate(
  resources: DatabaseResources,
  open: (settings: { readonly loadDataDir: Blob }) => Promise<EmbeddedServer>,
): Promise<Database> {
  template ??= readTemplate();
  return toDatabase(toPgliteEngine(await open({ loadDataDir: await template })), resources);
}

/** Fills an empty folder with a copy of the migrated template, for a process that opens it then. */
export async function createTestDataDir(dataDir: string): Promise<void> {
  template ??= readTemplate();
  const pglite = await openPglite({ dataDir, loadDataDir: await template, extensions: pgliteExtensions });
  await pglite.close();
}

/** Returns the template, which takes seconds to create and is therefore kept in the temp directory. */
async function readTemplate(): Promise<Blob> {
  const folder = join(tmpdir(), `shipmate-pglite-${userInfo().username}`);
  const file = join(folder, `${await templateKey()}.tar`);
  try {
    return new Blob([await readFile(file)]);
  } catch {
    const dump = await createTemplate();
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
