import type { Principal } from '@shipmate/core';
import type { Rule, RuleDefinition } from './rule.ts';

/** A former or current content of a rule. */
export interface RuleRevision {
  readonly ruleId: string;
  readonly revision: number;
  readonly definition: RuleDefinition;
  readonly changedByUserId: string;
  readonly createdAt: Date;
}

/** A part of the rules of an organization. */
export interface RulePage {
  readonly rules: readonly Rule[];
  /** The number of rules on all pages. */
  readonly total: number;
}

/**
 * Store for the rules of organizations. **Contract.** Every member reads and changes the rules of their organization; to
 * others, and to credentials for one workspace, they are `NOT_FOUND`. Names are unique in an organization, without regard to
 * case.
 */
export interface RuleStore {
  /**
   * Stores a rule as revision 1, owned by the caller. If another organization has a rule with the id, the rule gets a new id.
   *
   * @throws AppError `CONFLICT` when the organization has a rule with the name or the id
   */
  create(principal: Principal, rule: { readonly id: string; readonly definition: RuleDefinition }): Promise<Rule>;
  get(principal: Principal, ruleId: string): Promise<Rule>;
  /** Finds a rule by its name without regard to case; `_` and `-` also stand for blanks. */
  findByName(principal: Principal, name: string): Promise<Rule | undefined>;
  /** Lists all rules by name. */
  list(principal: Principal): Promise<readonly Rule[]>;
  /** Reads a part of the rules by name. */
  listPage(principal: Principal, page: { readonly offset: number; readonly limit: number }): Promise<RulePage>;
  /** Lists the names of all rules. */
  listNames(principal: Principal): Promise<readonly string[]>;
  /**
   * Stores the next revision, owned by the caller, so that no member changes actions that run under the rights of another.
   * `undefined` if the rule is no longer at `baseRevision`. Of concurrent updates of a revision one succeeds.
   *
   * @throws AppError `CONFLICT` when the name is taken
   */
  update(
    principal: Principal,
    ruleId: string,
    change: { readonly definition: RuleDefinition; readonly baseRevision: number },
  ): Promise<Rule | undefined>;
  /** Removes a rule with its revisions. */
  remove(principal: Principal, ruleId: string): Promise<void>;
  /** Lists the revisions of a rule, newest first, at most 100. */
  listRevisions(principal: Principal, ruleId: string): Promise<readonly RuleRevision[]>;
}
