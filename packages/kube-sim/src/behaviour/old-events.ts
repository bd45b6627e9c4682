import type { ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';
import { eventLifetimeMs, lastSeenAt } from './event-recorder.ts';

/** Forgets events an hour after they were last seen. */
export function createOldEventsController({ store, clock }: ControllerContext): Controller {
  return {
    name: 'old-events',
    watches: [],
    sync() {
      const oldest = clock.now() - eventLifetimeMs;
      for (const event of store.list('/events')) if (lastSeenAt(event) < oldest) store.remove('/events', event);
      return clock.now() + eventLifetimeMs / 12;
    },
  };
}
