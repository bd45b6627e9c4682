import type { RuleDefinition, RulePreviewStatus, WorkflowPayload } from '@shipmate/domain/workflow';
import type { ColumnType, Generated } from 'kysely';

export interface WorkflowRuleTable {
  id: string;
  organization_id: string;
  owner_user_id: string;
  name: string;
  entity: string;
  trigger: RuleDefinition['trigger'];
  is_active: boolean;
  revision: number;
  definition: ColumnType<RuleDefinition, string, string>;
  next_start_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The version of the rules of an entity and a trigger, which a trigger counts. */
export interface WorkflowRuleSetTable {
  organization_id: string;
  entity: string;
  trigger: RuleDefinition['trigger'];
  /** A `bigint`. */
  version: Generated<string | number>;
}

export interface WorkflowSecretTable {
  id: string;
  organization_id: string;
  origin: string;
  sealed: string;
  created_at: Generated<Date>;
}

export interface WorkflowRuleRevisionTable {
  rule_id: string;
  revision: number;
  definition: ColumnType<RuleDefinition, string, never>;
  changed_by_user_id: string;
  created_at: Generated<Date>;
}

export interface WorkflowDraftTable {
  id: string;
  organization_id: string;
  user_id: string;
  payload: ColumnType<WorkflowPayload, string, string>;
  touched_at: Generated<Date>;
}

export interface WorkflowPreviewTable {
  id: string;
  organization_id: string;
  user_id: string;
  run_id: string | null;
  rule_id: string | null;
  base_revision: number | null;
  description: string;
  definition: ColumnType<RuleDefinition, string, never>;
  status: RulePreviewStatus;
  accepted_rule_id: string | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
}
