import { withAdmin } from './admin-connection.ts';

/** Has the leases of all runs in a database expire, as if those who held them had been dead for long. */
export async function expireRunLeases(databaseUrl: string): Promise<void> {
  await withAdmin(databaseUrl, (client) =>
    client.query('update run set lease_expires_at = clock_timestamp() where lease_owner is not null'),
  );
}
