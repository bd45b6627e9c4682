import type { Stores } from './stores.ts';

/** Access to all stored data. */
export interface UnitOfWork {
  /** Stores outside a transaction; each call commits on its own. */
  readonly stores: Stores;
  /**
   * Runs `work` in one transaction: everything is stored, or nothing.
   *
   * **Contract.** `work` uses only the stores that it receives (on an embedded database another connection
   * would wait for this one forever); it does no network I/O; an error that it throws rolls back and is
   * rethrown.
   */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
