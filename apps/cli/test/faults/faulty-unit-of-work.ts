import type { UnitOfWork } from '@shipmate/domain';
import type { RunStore } from '@shipmate/domain/run';
import type { CrashPoint } from './fault-settings.ts';

/** Writes outside transactions; a lease renewal writes too, but its timing is no step of a run. */
const writes: ReadonlySet<string> = new Set<keyof RunStore>(['appendEvents', 'release', 'claim', 'claimNext']);

type Work<Result> = () => Promise<Result>;

/** Options for {@link toFaulty}. */
export interface FaultOptions {
  readonly crashPoint: CrashPoint;
  /** Returns `false` while the app starts; writes until then are not counted. */
  readonly isReady: () => boolean;
  /** Called at the crash point. No write continues before it resolves. */
  readonly halt: () => Promise<void>;
}

/** Wraps the database of an app so that the app crashes at one of its writes. */
export function toFaulty(real: UnitOfWork, { crashPoint, isReady, halt }: FaultOptions): UnitOfWork {
  let count = 0;
  let halted: Promise<void> | undefined;

  async function write<Result>(work: Work<Result>): Promise<Result> {
    await halted;
    const isCrashPoint = isReady() && count++ === crashPoint.write;
    if (isCrashPoint && !crashPoint.isStored) await (halted = halt());
    const result = await work();
    if (isCrashPoint && crashPoint.isStored) await (halted = halt());
    return result;
  }

  /** Counts a claim only if it returns a run: the number of empty claims depends on the clock. */
  async function claim<Result>(work: Work<Result>): Promise<Result> {
    const result = await work();
    return result === undefined ? result : write(async () => result);
  }

  const runs = new Proxy(real.stores.runs, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || !writes.has(String(name))) return method;
      const within = String(name).startsWith('claim') ? claim : write;
      return (...args: unknown[]) => within(async () => method.apply(target, args) as unknown);
    },
  });
  return { stores: { ...real.stores, runs }, transaction: (work) => write(() => real.transaction(work)) };
}
