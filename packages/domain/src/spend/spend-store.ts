import type { Principal } from '@shipmate/core';
import type { SpendAmount, SpendLimits, SpendRecord, SpendWindow } from './spend-limit.ts';

/**
 * What organizations spend and may spend. What runs spend is counted by `RunStore`, in the transaction that stores a turn. It stays
 * counted when runs, conversations and users are gone.
 *
 * **Contract.** Every method is about the principal's organization. Days and months are those of the database's clock, in UTC.
 */
export interface SpendStore {
  /** Counts what the principal spent beside runs. */
  count(principal: Principal, amount: SpendAmount): Promise<void>;
  getLimits(principal: Principal): Promise<SpendLimits>;
  setLimits(principal: Principal, limits: SpendLimits): Promise<void>;
  /** Each scope and period as it is now, in the order of `spendScopes` and `spendPeriods`; of users, the principal's own. */
  listWindows(principal: Principal): Promise<readonly SpendWindow[]>;
  /** What was spent in a month, `YYYY-MM`, the one that runs now when absent: newest day first. */
  listRecords(
    principal: Principal,
    filter: { readonly month?: string | undefined; readonly userId?: string | undefined },
  ): Promise<readonly SpendRecord[]>;
}
