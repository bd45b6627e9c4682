import { databaseUrl, uniqueDatabaseName, withAdmin } from '../src/testing/admin-connection.ts';
import { inject } from 'vitest';

/** Creates a database without tables on the project's server and returns its URL. */
export async function createEmptyDatabase(): Promise<string> {
  const adminUrl = inject('shipmatePostgresUrl');
  const name = uniqueDatabaseName();
  await withAdmin(adminUrl, (admin) => admin.query(`create database ${name}`));
  return databaseUrl(adminUrl, name);
}
