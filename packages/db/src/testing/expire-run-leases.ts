import { withAdmin } from './admin-connection.ts';

/** Expires the leases of all runs in a database, as if their owners had died long ago. */
export async function expireRunLeases(databaseUrl: string): Promise<void> {
  await withAdmin(databaseUrl, (client) =>
    client.query('update run set lease_expires_at = clock_timestamp() where lease_owner is not null'),
  );
}
