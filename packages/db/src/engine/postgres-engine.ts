import type { Logger } from '@shipmate/core';
import { PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { connectChannels } from '../notify/connect-channels.ts';
import type { Engine } from './engine.ts';
import { nameStatements } from './name-statements.ts';

/** The key of the advisory lock, which must be unique in the database. */
const exclusiveLock = 5_120_631_882;

/** The address of a PostgreSQL server. */
export interface PostgresLocation {
  readonly databaseUrl: string;
  /** Default true. A pooler in transaction mode may not support prepared statements. */
  readonly preparedStatements?: boolean;
}

/** Connects to a PostgreSQL server; stores and queue share one pool. */
export function createPostgresEngine(
  { databaseUrl, preparedStatements = true }: PostgresLocation,
  logger: Logger,
): Engine {
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
  const channels = connectChannels(databaseUrl, logger);
  return {
    name: 'postgres',
    untilOpen: () => Promise.resolve(),
    dialect: new PostgresDialect({ pool: preparedStatements ? nameStatements(pool) : pool }),
    queueConnection: {
      backend: 'postgres',
      db: {
        executeSql: (text, values) => pool.query(text, values),
        listen: async (channel, onMessage, onListening) => ({
          close: channels.listenTo(channel, { onMessage, onListening }),
        }),
      },
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
    channels,
    close: async () => {
      await channels.close();
      await pool.end();
    },
  };
}
