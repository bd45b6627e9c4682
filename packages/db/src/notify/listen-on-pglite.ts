import type { PGlite } from '@electric-sql/pglite';
import type { ListenToChannel } from './listener.ts';

/** Listens within the process that has the database open. */
export function listenOnPglite(pglite: PGlite): ListenToChannel {
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
