import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { silentLogger } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { toDatabase, type Database, type DatabaseResources } from '../create-database.ts';
import { toPgliteEngine } from '../engine/pglite-engine.ts';

let template: Promise<Blob> | undefined;

/** Opens a copy of the migrated template, which is made once in a process. */
export async function clonePgliteTemplate(resources: DatabaseResources): Promise<Database> {
  template ??= createTemplate();
  return toDatabase(toPgliteEngine(await PGlite.create({ loadDataDir: await template })), resources);
}

async function createTemplate(): Promise<Blob> {
  const pglite = await PGlite.create({ loadDataDir: await emptyCluster() });
  const database = toDatabase(toPgliteEngine(pglite), { logger: silentLogger });
  try {
    await database.migrate();
    await database.start();
    return await pglite.dumpDataDir('none');
  } finally {
    await database.close();
  }
}

/** A cluster without tables. Making one takes seconds, so it is kept in the temp directory for the next process. */
async function emptyCluster(): Promise<Blob> {
  const file = await emptyClusterFile();
  try {
    return new Blob([await readFile(file)]);
  } catch {
    const pglite = await PGlite.create();
    const cluster = await pglite.dumpDataDir('none');
    await pglite.close();
    const unfinished = `${file}.${newId()}`;
    await writeFile(unfinished, Buffer.from(await cluster.arrayBuffer()));
    await rename(unfinished, file);
    return cluster;
  }
}

async function emptyClusterFile(): Promise<string> {
  const manifest = findPackageJSON('@electric-sql/pglite', import.meta.url);
  if (!manifest) throw new Error('@electric-sql/pglite is not installed.');
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));
  const folder = join(tmpdir(), `shipmate-pglite-${userInfo().username}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${version}.tar`);
}
