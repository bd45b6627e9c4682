import type { RunStore } from '../run/run-store.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** Returns a unit of work that waits for the promise of a function before it stores events with content. */
export function holdContent(real: UnitOfWork, wait: () => Promise<unknown>): UnitOfWork {
  const runs: RunStore = {
    ...real.stores.runs,
    async appendEvents(writer, events) {
      if (events.some(({ type }) => type === 'content')) await wait();
      return real.stores.runs.appendEvents(writer, events);
    },
  };
  return { ...real, stores: { ...real.stores, runs } };
}
