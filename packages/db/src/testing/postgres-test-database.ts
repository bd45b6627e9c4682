import { silentLogger } from '@shipmate/core';
import type { Client } from 'pg';
import { createDatabase, type Database, type DatabaseResources } from '../create-database.ts';
import { databaseUrl, uniqueDatabaseName, withAdmin } from './admin-connection.ts';

const template = 'shipmate_template';
const templateLock = 7_446_273;

/** Opens a copy of the server's migrated template, which the first caller creates; closing it drops it. */
export async function clonePostgresTemplate(adminUrl: string, resources: DatabaseResources): Promise<Database> {
  const name = uniqueDatabaseName();
  await withAdmin(adminUrl, async (admin) => {
    await ensureTemplate(admin, adminUrl);
    await admin.query(`create database ${name} template ${template}`);
  });
  const database = await createDatabase({ databaseUrl: databaseUrl(adminUrl, name) }, resources);
  return {
    ...database,
    close: async () => {
      await database.close();
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * Creates the template unless it exists; concurrent test processes are serialized, and the template gets its name when
 * it is complete.
 */
async function ensureTemplate(admin: Client, adminUrl: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 1) return;
    const unfinished = uniqueDatabaseName();
    await admin.query(`create database ${unfinished}`);
    await migrateTemplate(databaseUrl(adminUrl, unfinished));
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const database = await createDatabase({ databaseUrl: url }, { logger: silentLogger });
  try {
    await database.migrate();
    await database.start();
  } finally {
    await database.close();
  }
}
