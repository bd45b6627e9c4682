import { writeSync } from 'node:fs';
import { kill, pid } from 'node:process';
import type { RunStore, UnitOfWork } from '@shipmate/domain';
import type { Fate } from './fault-settings.ts';

/** Outside transactions, these write; renewing a lease does, too, but when it does is no boundary of a run. */
const writes: ReadonlySet<string> = new Set<keyof RunStore>(['appendEvents', 'release', 'claim', 'claimNext']);

type Work<Result> = () => Promise<Result>;

/** The database as a process sees it that has a fate. What it writes before it is at work does not count. */
export function toFated(real: UnitOfWork, fate: Fate, isAtWork: () => boolean): UnitOfWork {
  let count = 0;

  async function write<Result>(work: Work<Result>): Promise<Result> {
    const isFatal = isAtWork() && count++ === fate.write;
    if (isFatal && !fate.isStored) meet(fate);
    const result = await work();
    if (isFatal && fate.isStored) meet(fate);
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

/** What a process prints when it meets its fate. */
export const lastWords = 'My fate is met.';

/** Nothing of this process happens after a kill; what is frozen goes on here when it thaws. */
function meet({ signal }: Fate): void {
  writeSync(1, `${lastWords}\n`);
  kill(pid, signal);
  if (signal === 'SIGKILL') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
