import type { Principal } from '@shipmate/core';
import type { ToolUsage } from './tool-usage.ts';
import type { SpendAmount, SpendLimits, SpendRecord, SpendWindow } from './spend-limit.ts';

/**
 * Store for usage and spend limits of organizations. `RunStore` counts the usage of runs, in the transaction
 * that stores a turn. Usage stays counted after runs, conversations and users are deleted.
 *
 * **Contract.** Every method with a principal is about its organization. Days and months are those of the
 * database's clock, in UTC.
 */
export interface SpendStore {
  /** Counts the principal's usage outside of runs. */
  count(principal: Principal, amount: SpendAmount): Promise<void>;
  /**
   * Merges the usage of at most `limit` runs that ended into that of their users, for all organizations, and returns the number of
   * merged records. Lists and windows stay the same; they are faster with fewer records.
   */
  mergeRuns(options: { readonly limit: number }): Promise<number>;
  getLimits(principal: Principal): Promise<SpendLimits>;
  setLimits(principal: Principal, limits: SpendLimits): Promise<void>;
  /**
   * Lists the current window of each scope and period, in the order of `spendScopes` and `spendPeriods`; for
   * users, the principal's own.
   */
  listWindows(principal: Principal): Promise<readonly SpendWindow[]>;
  /** Lists the windows of {@link listWindows} that have a limit. Without a limit it reads no usage, so that each turn of a run can ask. */
  listLimitedWindows(principal: Principal): Promise<readonly SpendWindow[]>;
  /** Lists the usage of a month, `YYYY-MM`, by default the current one: newest day first. */
  listRecords(principal: Principal, filter: SpendFilter): Promise<readonly SpendRecord[]>;
  /**
   * Lists the calls of tools in the runs of a month, by tool and model: most result tokens first. Calls of deleted
   * conversations are not counted.
   */
  listToolUsage(principal: Principal, filter: SpendFilter): Promise<readonly ToolUsage[]>;
}

/** A month, `YYYY-MM`, by default the current one, and one user, by default all of them. */
export interface SpendFilter {
  readonly month?: string | undefined;
  readonly userId?: string | undefined;
}
