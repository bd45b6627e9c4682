import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { Controller } from './controller.ts';

/** Runs the controllers when something changed and when their time has come. */
export interface ControllerLoop {
  /** Runs until nothing is left to do at the present time. */
  settle(): void;
  /** Moves the clock on, and lets everything happen that is due on the way, in its order. */
  advance(milliseconds: number): void;
  close(): void;
}

/** More rounds than any sound set of rules needs for one change. */
const maxRounds = 10_000;

/** A controller that wants to be called again at once has to wait so long, so that time moves on. */
const pauseMs = 1000;

/** Starts the loop. With a running clock it acts by itself; with a stopped one when it is told. */
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
