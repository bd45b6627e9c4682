import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@shipmate/core';
import { Client } from 'pg';
import type { ListenToChannel } from './listener.ts';

const minDelayMs = 100;
const maxDelayMs = 10_000;

/** Listens on a dedicated connection, which is reconnected with back-off whenever it breaks. */
export function listenOnPostgres(databaseUrl: string, logger: Logger): ListenToChannel {
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
