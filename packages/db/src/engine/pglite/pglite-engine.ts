import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Logger } from '@shipmate/core';
import { PGliteDialect, type PGliteDialectConfig } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ListenToChannel } from '../../notify/process-channels.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import type { Engine } from '../engine.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { startMaintenance } from './maintain.ts';
import { startPgliteThread } from './open-pglite-thread.ts';

/** Creates an engine on an open PGlite; closing the engine closes it. */
export function toPgliteEngine(pglite: EmbeddedServer): Engine {
  return {
    name: 'pglite',
    untilOpen: () => pglite.waitReady,
    dialect: new PGliteDialect({ pglite: toKyselyServer(pglite) }),
    queueConnection: { backend: 'pglite', db: fromPglite(pglite) },
    exclusively: (work) => work(),
    channels: { listenTo: listenOnPglite(pglite), broadcast: undefined },
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
}

/**
 * Adapts a PGlite for Kysely, which waits forever for a transaction that cannot begin, and leaves its rejection unhandled: such a
 * transaction begins, and its statements and its commit fail.
 */
function toKyselyServer(server: EmbeddedServer): PGliteDialectConfig['pglite'] {
  return {
    waitReady: server.waitReady,
    get ready() {
      return server.ready;
    },
    get closed() {
      return server.closed;
    },
    query: (...statement) => server.query(...statement),
    close: () => server.close(),
    async transaction(work) {
      let hasBegun = false;
      try {
        return await server.transaction((session) => {
          hasBegun = true;
          return work(session);
        });
      } catch (thrown) {
        if (!hasBegun) await work({ query: () => Promise.reject(thrown), rollback: () => Promise.resolve() });
        throw thrown;
      }
    },
  };
}

/** Settings of a server that this process uses as its database. */
const settings: Readonly<Record<string, string | number>> = {
  // PostgreSQL's default of 128 MB would stay in memory; a page that they lack is read from the operating system's cache.
  shared_buffers: '16MB',
  // A checkpoint deletes what is longer. PostgreSQL's default is 1 GB.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  // `analyze` samples 300 rows for each, in memory that WebAssembly does not return.
  default_statistics_target: 10,
};

/** Options of a PGlite that is the database of this process. */
export const engineOptions: Pick<PGliteOptions, 'startParams'> = {
  startParams: [
    ...PGlite.defaultStartParams,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
};

/** Opens PGlite in memory, in a thread of its own. */
export function createMemoryEngine(logger: Logger): Engine {
  return startEngine({}, logger);
}

/**
 * Opens PGlite on a directory, in a thread of its own. The directory is locked until the engine closes: PGlite has no lock of its own, and two
 * processes on one directory lose writes without an error. Other users of the machine have no access to it.
 *
 * @throws AppError `CONFLICT` when another process holds the lock.
 */
export async function createDirectoryEngine(dataDir: string, logger: Logger): Promise<Engine> {
  await mkdir(dirname(dataDir), { recursive: true });
  const lock = await lockDataDir(dataDir);
  try {
    await makePrivate(dataDir);
    const engine = startEngine({ dataDir }, logger);
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

function startEngine(place: { readonly dataDir?: string }, logger: Logger): Engine {
  const server = startPgliteThread({ ...place, ...engineOptions });
  const endMaintenance = startMaintenance(server, { logger });
  const engine = toPgliteEngine(server);
  return {
    ...engine,
    close: async () => {
      await endMaintenance();
      await engine.close();
    },
  };
}

/** Creates the directory for this user alone: the files that PGlite makes can be read and written by all users. */
async function makePrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const { uid, mode } = await stat(dataDir);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) await chmod(dataDir, 0o700);
}

/** Listens within the process that has the database open. */
function listenOnPglite(pglite: EmbeddedServer): ListenToChannel {
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
