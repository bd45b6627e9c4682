import type { Principal } from '@shipmate/core';
import type { RuleTest } from './rule-test.ts';

/** Limits of saved tests. */
export const ruleTestLimits = { testsOfRule: 50, events: 20 } as const;

/** A test to save. */
export type NewRuleTest = Pick<RuleTest, 'id' | 'ruleId' | 'name' | 'events' | 'mocks' | 'expected'>;

/**
 * Store for the saved tests of rules. **Contract.** Every member reads and changes the tests of their organization's rules; to others,
 * and to credentials for one workspace, the rule is `NOT_FOUND`. Tests are deleted with their rule.
 */
export interface RuleTestStore {
  /** @throws AppError `CONFLICT` when the rule has a test of this name, or 50 tests */
  create(principal: Principal, test: NewRuleTest): Promise<RuleTest>;
  /** Lists the tests of a rule by name. */
  list(principal: Principal, ruleId: string): Promise<readonly RuleTest[]>;
  /** @throws AppError `NOT_FOUND` */
  remove(principal: Principal, test: { readonly id: string; readonly ruleId: string }): Promise<void>;
}
