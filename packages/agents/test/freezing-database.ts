import type { Stores, UnitOfWork } from '@shipmate/domain';

/** Options for {@link toFreezing}. */
interface FreezingOptions {
  readonly leaseSeconds: number;
  /** Wraps the stores of a transaction; `begun` marks the one after which the process freezes. */
  readonly watch: (stores: Stores, begun: () => void) => Stores;
}

/** The database of a process that freezes for longer than its lease once a write is stored; no timer or callback runs meanwhile. */
export function toFreezing(real: UnitOfWork, { leaseSeconds, watch }: FreezingOptions): UnitOfWork {
  return {
    stores: real.stores,
    async transaction(work) {
      let hasBegun = false;
      const result = await real.transaction((stores) => work(watch(stores, () => (hasBegun = true))));
      if (hasBegun) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leaseSeconds * 1_200);
      return result;
    },
  };
}
