import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGliteDialect } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ListenToChannel } from '../notify/process-channels.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { Engine } from './engine.ts';
import { openPglite } from './open-pglite.ts';

/** Creates an engine on an open PGlite; closing the engine closes it. */
export function toPgliteEngine(pglite: PGlite): Engine {
  return {
    name: 'pglite',
    dialect: new PGliteDialect({ pglite }),
    queueConnection: { backend: 'pglite', db: fromPglite(pglite) },
    exclusively: (work) => work(),
    channels: { listenTo: listenOnPglite(pglite), broadcast: undefined },
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** The extensions that the migrations require; a server has them. */
export const pgliteExtensions = { pg_trgm };

/**
 * Options for a server that this process uses as its database. PostgreSQL's default of 128 MB of shared buffers would stay in
 * memory; a page that they lack is read from the operating system's cache.
 */
const options = {
  extensions: pgliteExtensions,
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
};

/** Opens PGlite in memory. */
export async function createMemoryEngine(): Promise<Engine> {
  return toPgliteEngine(await openPglite(options));
}

/**
 * Opens PGlite on a directory, which is locked until the engine closes: PGlite has no lock of its own, and two
 * processes on one directory lose writes without an error.
 *
 * @throws AppError `CONFLICT` when another process holds the lock.
 */
export async function createDirectoryEngine(dataDir: string): Promise<Engine> {
  await mkdir(dirname(dataDir), { recursive: true });
  const lock = await lockDataDir(dataDir);
  try {
    const engine = toPgliteEngine(await openPglite({ dataDir, ...options }));
    return {
      ...engine,
      close: async () => {
        try {
          await engine.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

/** Listens within the process that has the database open. */
function listenOnPglite(pglite: PGlite): ListenToChannel {
  return (channel, listener) => {
    const listening = pglite
      .listen(channel, (payload) => listener.onMessage(payload))
      .then((stop) => {
        listener.onListening();
        return stop;
      });
    // The stop function rejects when listening failed; until then readers poll.
    listening.catch(() => undefined);
    return async () => {
      const stop = await listening;
      await stop();
    };
  };
}
