import type { RunStore } from '../run/run-store.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** Returns a unit of work in which events with content are stored only after the promise that the function returns for them settles. */
export function holdContent(real: UnitOfWork, untilStored: () => Promise<unknown>): UnitOfWork {
  const runs: RunStore = {
    ...real.stores.runs,
    async appendEvents(writer, events) {
      if (events.some(({ type }) => type === 'content')) await untilStored();
      return real.stores.runs.appendEvents(writer, events);
    },
  };
  return { ...real, stores: { ...real.stores, runs } };
}
