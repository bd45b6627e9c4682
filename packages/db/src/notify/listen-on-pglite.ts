import type { PGlite } from '@electric-sql/pglite';
import type { ListenToChannel } from './listener.ts';

/** Listens within the process that has the database. */
export function listenOnPglite(pglite: PGlite): ListenToChannel {
  return (channel, listener) => {
    const listening = pglite
      .listen(channel, (payload) => listener.onMessage(payload))
      .then((stop) => {
        listener.onListening();
        return stop;
      });
    // Whoever ends it hears of a failure; until then readers look from time to time.
    listening.catch(() => undefined);
    return async () => {
      const stop = await listening;
      await stop();
    };
  };
}
