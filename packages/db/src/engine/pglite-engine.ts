import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGliteDialect } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ListenToChannel } from '../notify/listener.ts';
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
    listenTo: listenOnPglite(pglite),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** The extensions that the migrations require; a server has them. */
export const pgliteExtensions = { pg_trgm };

/** Opens PGlite in memory. */
export async function createMemoryEngine(): Promise<Engine> {
  return toPgliteEngine(await openPglite({ extensions: pgliteExtensions }));
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
    const engine = toPgliteEngine(await openPglite({ dataDir, extensions: pgliteExtensions }));
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
