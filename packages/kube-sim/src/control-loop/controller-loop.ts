import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { Controller } from './controller.ts';

/** Runs controllers after changes and at their due times. */
export interface ControllerLoop {
  /** Runs until nothing is due at the current time. */
  settle(): void;
  /** Advances the clock and runs everything that is due in between, in order. */
  advance(milliseconds: number): void;
  close(): void;
}

/** Bound on rounds per change, far above what terminating controllers need. */
const maxRounds = 10_000;

/** Minimum delay of a controller that asks to run again at once, so that time advances. */
const pauseMs = 1000;

/** Starts the loop. With a running clock it runs by itself; with a stopped clock only on request. */
export function startControllerLoop(
  { store, clock }: { readonly store: ObjectStore; readonly clock: VirtualClock },
  controllers: readonly Controller[],
): ControllerLoop {
  const dirty = new Set<Controller>(controllers);
  const dueAt = new Map<Controller, number>();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let isSettling = false;
  let isClosed = false;

  const unsubscribe = store.subscribe(({ storage }) => {
    for (const controller of controllers) if (controller.watches.includes(storage)) dirty.add(controller);
    if (!isSettling && !isClosed) soon ??= setImmediate(settle);
  });

  function settle(): void {
    if (soon) clearImmediate(soon);
    soon = undefined;
    if (isSettling || isClosed) return;
    isSettling = true;
    try {
      for (let round = 0; round < maxRounds; round += 1) {
        const controller = nextController();
        if (!controller) break;
        dirty.delete(controller);
        dueAt.delete(controller);
        const due = controller.sync();
        if (due !== undefined) dueAt.set(controller, due > clock.now() ? due : clock.now() + pauseMs);
      }
    } finally {
      isSettling = false;
    }
    schedule();
  }

  function nextController(): Controller | undefined {
    const now = clock.now();
    return controllers.find((each) => dirty.has(each) || (dueAt.get(each) ?? Number.POSITIVE_INFINITY) <= now);
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = Math.min(...dueAt.values());
    if (!clock.isRunning || isClosed || !Number.isFinite(next)) return;
    timer = setTimeout(settle, Math.min(Math.max(1, next - clock.now()), 60_000));
    timer.unref();
  }

  return {
    settle,
    advance(milliseconds) {
      const target = clock.now() + milliseconds;
      settle();
      for (let next = Math.min(...dueAt.values()); next <= target; next = Math.min(...dueAt.values())) {
        clock.moveTo(next);
        settle();
      }
      clock.moveTo(target);
      settle();
    },
    close() {
      isClosed = true;
      unsubscribe();
      clearTimeout(timer);
      if (soon) clearImmediate(soon);
    },
  };
}
