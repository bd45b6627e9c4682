import type { RunStore } from '../run/run-store.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** Returns a unit of work in which events with content are stored only after a promise settles. */
export function holdContent(real: UnitOfWork, until: Promise<unknown>): UnitOfWork {
  const runs: RunStore = {
    ...real.stores.runs,
    async appendEvents(writer, events) {
      if (events.some(({ type }) => type === 'content')) await until;
      return real.stores.runs.appendEvents(writer, events);
    },
  };
  return { ...real, stores: { ...real.stores, runs } };
}
