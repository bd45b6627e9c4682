import type { UnitOfWork } from '@shipmate/domain';
import type { RunStore } from '@shipmate/domain/run';
import type { Fate } from './fault-settings.ts';

/** Outside transactions, these write; renewing a lease does, too, but when it does is no boundary of a run. */
const writes: ReadonlySet<string> = new Set<keyof RunStore>(['appendEvents', 'release', 'claim', 'claimNext']);

type Work<Result> = () => Promise<Result>;

/** What an app is told of its fate. */
export interface FateOptions {
  readonly fate: Fate;
  /** What it writes before it is at work does not count. */
  readonly isAtWork: () => boolean;
  /** Called at the fatal write. Neither that nor any other write goes on before it resolves. */
  readonly meet: () => Promise<void>;
}

/** The database as an app sees it that has a fate. */
export function toFated(real: UnitOfWork, { fate, isAtWork, meet }: FateOptions): UnitOfWork {
  let count = 0;
  let met: Promise<void> | undefined;

  async function write<Result>(work: Work<Result>): Promise<Result> {
    await met;
    const isFatal = isAtWork() && count++ === fate.write;
    if (isFatal && !fate.isStored) await (met = meet());
    const result = await work();
    if (isFatal && fate.isStored) await (met = meet());
    return result;
  }

  /** A claim that found nothing is no boundary: how many there are depends on the clock. */
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
