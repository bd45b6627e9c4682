import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@shipmate/core';
import { PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { ListenToChannel } from '../notify/listener.ts';
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

const minDelayMs = 100;
const maxDelayMs = 10_000;

/** Listens on a dedicated connection, which is reconnected with back-off whenever it breaks. */
function listenOnPostgres(databaseUrl: string, logger: Logger): ListenToChannel {
  return (channel, listener) => {
    const closing = new AbortController();
    const { signal } = closing;

    /** Resolves when the connection has ended, with true if it had started to listen. */
    async function listenOnce(): Promise<boolean> {
      const client = new Client({
        connectionString: databaseUrl,
        application_name: 'shipmate-listen',
        keepAlive: true,
      });
      const broken = new Promise<Error | undefined>((resolve) => {
        client.once('end', () => resolve(undefined));
        client.on('error', resolve);
      });
      const end = (): void => void client.end();
      let isGood = false;
      client.on('notification', ({ payload = '' }) => listener.onMessage(payload));
      try {
        signal.addEventListener('abort', end);
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        isGood = true;
        if (!signal.aborted) listener.onListening();
        const error = await broken;
        if (!signal.aborted) logger.warn('the connection that listens to the database was lost', { error });
      } catch (error) {
        if (!signal.aborted) logger.warn('the database could not be listened to', { error });
      } finally {
        signal.removeEventListener('abort', end);
        await client.end();
      }
      return isGood;
    }

    async function listen(): Promise<void> {
      let delayMs = minDelayMs;
      while (!signal.aborted) {
        const wasGood = await listenOnce();
        delayMs = wasGood ? minDelayMs : Math.min(delayMs * 2, maxDelayMs);
        await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      }
    }

    const ended = listen();
    return () => {
      closing.abort();
      return ended;
    };
  };
}
