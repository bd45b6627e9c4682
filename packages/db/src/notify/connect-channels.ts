import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Logger } from '@shipmate/core';
import { Client } from 'pg';
import type { ChannelListener, ProcessChannels } from './process-channels.ts';

const minDelayMs = 100;
const maxDelayMs = 10_000;

/** {@link ProcessChannels} on one dedicated connection. */
interface ConnectedChannels extends Required<ProcessChannels> {
  readonly broadcast: NonNullable<ProcessChannels['broadcast']>;
  close(): Promise<void>;
}

/**
 * Notifications hold a lock of the whole server until their transaction is flushed to disk. They store nothing, so they do not wait for
 * the flush.
 */
const sendNotifications = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload) from unnest($2::text[]) as payload`;

/**
 * Connects to the channels of a server at first use. The connection sends and listens, so that it can tell its own notifications, which it
 * ignores, from those of other processes. It is reconnected with back-off whenever it breaks.
 */
export function connectChannels(databaseUrl: string, logger: Logger): ConnectedChannels {
  const listeners = new Map<string, ChannelListener>();
  const closing = new AbortController();
  const { signal } = closing;
  let connected = Promise.withResolvers<Client>();
  let connection: Client | undefined;
  let running: Promise<void> | undefined;

  async function listen(client: Client, channel: string): Promise<void> {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (!signal.aborted) listeners.get(channel)?.onListening();
  }

  /** Resolves when the connection has ended, with true if it had been established. */
  async function connectOnce(): Promise<boolean> {
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
    client.on('notification', ({ channel, payload = '', processId }) => {
      if (processId !== processIdOf(client)) listeners.get(channel)?.onMessage(payload);
    });
    try {
      signal.addEventListener('abort', end);
      await client.connect();
      for (const channel of listeners.keys()) await listen(client, channel);
      connection = client;
      connected.resolve(client);
      const error = await broken;
      if (!signal.aborted) logger.warn('the connection that listens to the database was lost', { error });
    } catch (error) {
      if (!signal.aborted) logger.warn('the database could not be listened to', { error });
    } finally {
      signal.removeEventListener('abort', end);
      await client.end();
    }
    if (connection === undefined) return false;
    connection = undefined;
    connected = Promise.withResolvers();
    return true;
  }

  async function stayConnected(): Promise<void> {
    let delayMs = minDelayMs;
    while (!signal.aborted) {
      const wasConnected = await connectOnce();
      delayMs = wasConnected ? minDelayMs : Math.min(delayMs * 2, maxDelayMs);
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    listenTo(channel, listener) {
      listeners.set(channel, listener);
      running ??= stayConnected();
      // A connection that breaks is replaced, and the new one listens to every channel.
      if (connection) void listen(connection, channel).catch(() => undefined);
      return async () => {
        listeners.delete(channel);
        await connection?.query(`unlisten ${connection.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },

    async broadcast(channel, payloads) {
      if (signal.aborted) throw new AppError({ code: 'UNAVAILABLE', message: 'The database is closed.' });
      running ??= stayConnected();
      const client = await connected.promise;
      await client.query({ name: 'notify', text: sendNotifications, values: [channel, payloads] });
    },

    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Returns the number of a connection's server process, which `pg` does not declare. */
function processIdOf(client: Client): number | undefined {
  return 'processID' in client ? Number(client.processID) : undefined;
}
