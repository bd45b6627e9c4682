import type { JsonValue } from '@shipmate/core';
import type { Row, RuleStepStatus, TriggerName } from '@shipmate/domain/workflow';
import type { ColumnType, Generated } from 'kysely';

export interface WorkflowEventTable {
  id: Generated<string>;
  sequence: Generated<string>;
  organization_id: string;
  entity: string;
  entity_key: string;
  trigger: TriggerName;
  row: ColumnType<Row, string, never>;
  before: ColumnType<Row | null, string | null | undefined, never>;
  rule_id: string | null;
  user_id: string | null;
  execution_id: ColumnType<string | null, string | undefined, never>;
  depth: Generated<number>;
  status: Generated<'pending' | 'matched' | 'dead'>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  error: ColumnType<string | null, undefined, string | null>;
  /** An execution needs it. */
  is_kept: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface RuleExecutionTable {
  id: string;
  organization_id: string;
  owner_user_id: string;
  rule_id: string;
  revision: number;
  event_id: string;
  depth: number;
  retry_of_id: Generated<string | null>;
  is_retry: Generated<boolean>;
}

export interface RuleStepTable {
  execution_id: string;
  action_id: string;
  action_name: string;
  action_type: string;
  status: RuleStepStatus;
  attempt: number;
  input: ColumnType<JsonValue, string, string>;
  output: ColumnType<JsonValue, string, string>;
  port: string | null;
  error: string | null;
  wake_at: Date | null;
  is_reused: Generated<boolean>;
  child_run_id: string | null;
  started_at: Generated<Date>;
  ended_at: Date | null;
}

export interface RuleApproverTable {
  execution_id: string;
  action_id: string;
  organization_id: string;
  user_id: string;
  decision: 'approved' | 'rejected' | null;
  decided_at: Date | null;
  reason: string | null;
  /** The step waits for the decision of this approver. */
  is_waiting: Generated<boolean>;
}
