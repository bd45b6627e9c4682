import type { Principal } from '@shipmate/core';
import type { AuditStore } from '../audit/audit-store.ts';
import type { Stores } from '../persistence/stores.ts';
import type { User } from '../user/user.ts';
import type { EntityType } from '../workflow/entity.ts';
import type { RuleTest } from '../workflow/replay/rule-test.ts';
import type { RuleDraftStore } from '../workflow/rule-draft.ts';
import type { RulePreviewStore } from '../workflow/rule-preview.ts';
import type { RuleStore } from '../workflow/rule-store.ts';

/** The stores of one change of rules. */
export interface RuleChangeStores {
  readonly rules: RuleStore;
  readonly drafts: RuleDraftStore;
  readonly previews: Pick<RulePreviewStore, 'create'>;
  readonly audit: Pick<AuditStore, 'append'>;
}

/** The stores of a start of a rule. */
export type RuleStartStores = Pick<
  Stores,
  'rules' | 'users' | 'entityRows' | 'ruleEvents' | 'ruleExecutions' | 'audit'
>;

/** The automation rules of organizations, for tools. */
export interface WorkflowRules
  extends Pick<RuleStore, 'get' | 'findByName' | 'list' | 'listPage' | 'listNames' | 'listRevisions'> {
  /** Lists the entities that rules of the caller's organization can use. */
  listEntities(principal: Principal): Promise<readonly EntityType[]>;
  /** Lists the members of the caller's organization. */
  listMembers(principal: Principal): Promise<readonly Pick<User, 'id' | 'name' | 'email'>[]>;
  /** Lists the saved tests of a rule. */
  listTests(principal: Principal, ruleId: string): Promise<readonly RuleTest[]>;
  /** Tests whether a run has sent a preview. */
  hasPreview(principal: Principal, runId: string): Promise<boolean>;
  /** Runs `work`, which starts a rule, in one transaction. **Contract.** As for a unit of work. */
  start<Result>(work: (stores: RuleStartStores) => Promise<Result>): Promise<Result>;
  /** Runs `work` in one transaction. **Contract.** As for a unit of work. */
  change<Result>(work: (stores: RuleChangeStores) => Promise<Result>): Promise<Result>;
}
