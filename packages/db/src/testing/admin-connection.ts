import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Connects to a server's administrative database, runs work, and disconnects. */
export async function withAdmin<Result>(adminUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a database name that no other test uses. */
export function uniqueDatabaseName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

/** Returns the URL of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
