import type { Logger } from '@shipmate/core';
import { PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { listenOnPostgres } from '../notify/listen-on-postgres.ts';
import type { Engine } from './engine.ts';

/** The key of the advisory lock, which must be unique in the database. */
const exclusiveLock = 5_120_631_882;

/** Connects to a PostgreSQL server; stores and queue share one pool. */
export function createPostgresEngine(databaseUrl: string, logger: Logger): Engine {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'shipmate',
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  const report = (error: Error): void => logger.warn('a database connection was lost', { error });
  pool.on('error', report);
  // The pool listens to idle connections only; this handles one that breaks between two statements of a transaction.
  pool.on('connect', (client) => client.on('error', report));
  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool }),
    queueConnection: {
      backend: 'postgres',
      db: { executeSql: (text, values) => pool.query(text, values) },
    },
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [exclusiveLock]);
        await work();
        await client.query('select pg_advisory_unlock($1)', [exclusiveLock]);
        client.release();
      } catch (thrown) {
        // Ending the session releases the lock in every case.
        client.release(true);
        throw thrown;
      }
    },
    listenTo: listenOnPostgres(databaseUrl, logger),
    close: () => pool.end(),
  };
}
