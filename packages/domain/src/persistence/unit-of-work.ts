import type { Stores } from './stores.ts';

/** The door to everything that is stored. */
export interface UnitOfWork {
  /** Stores outside a transaction, each call on its own. */
  readonly stores: Stores;
  /**
   * Runs `work` in one transaction: all of it is stored, or nothing.
   *
   * **Contract.** `work` uses the stores it is given and no others (another connection would wait for this one for ever on
   * an embedded database); it does no network I/O; what it throws rolls back and is rethrown.
   */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
