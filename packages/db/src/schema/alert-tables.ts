import type { JsonValue } from '@shipmate/core';
import type { AlertSeverity, AlertStatus } from '@shipmate/domain/workflow';
import type { ColumnType, Generated } from 'kysely';

export interface WorkflowAlertTable {
  id: string;
  organization_id: string;
  created_by_user_id: string;
  alert_type: string;
  severity: AlertSeverity;
  title: string;
  message: string;
  context: ColumnType<Readonly<Record<string, JsonValue>>, string, never>;
  action_url: string | null;
  entity: string | null;
  entity_id: string | null;
  rule_id: string | null;
  rule_name: string | null;
  execution_id: string | null;
  status: Generated<AlertStatus>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A recipient: either a user or a role. */
export interface WorkflowAlertRecipientTable {
  alert_id: string;
  organization_id: string;
  user_id: string | null;
  role: string | null;
}

export interface WorkflowAlertAcknowledgmentTable {
  alert_id: string;
  user_id: string;
  notes: string | null;
  at: Generated<Date>;
}
