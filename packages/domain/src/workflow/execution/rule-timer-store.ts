import type { Rule } from '../rule.ts';

/** A scheduled rule whose time has come. */
export interface DueRule {
  readonly rule: Rule;
  readonly due: Date;
  /** The time now, by the clock of the store. */
  readonly now: Date;
}

/**
 * Store for the next times of scheduled rules of all organizations. **Contract.** Storing an active scheduled rule sets its next time;
 * times before that are not made up for.
 */
export interface RuleTimerStore {
  /** Locks the rule that has been due for the longest time until the transaction ends, except the given ones and those that are locked. */
  takeDue(options: { readonly except: readonly string[] }): Promise<DueRule | undefined>;
  /** Sets the next time of a rule that this transaction has locked. */
  settle(ruleId: string, next: Date): Promise<void>;
}
