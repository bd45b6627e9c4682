import type { JsonValue, ToolEffect } from '@shipmate/core';
import type { ApprovalDecider, ApprovalStatus } from '@shipmate/domain/approval';
import type { ValueOrigin } from '@shipmate/domain/untrusted';
import type { ColumnType, Generated } from 'kysely';

export interface ApprovalTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string | null;
  conversation_id: string;
  run_id: string;
  tool_call_id: string;
  tool: string;
  input: ColumnType<JsonValue, string, never>;
  effect: ToolEffect;
  is_grantable: boolean;
  preview: string | null;
  origins: ColumnType<readonly ValueOrigin[] | null, string | null, never>;
  signature: string;
  /** A row that has expired may still be `pending`: readers compare the clock. */
  status: ApprovalStatus;
  decided_by: ApprovalDecider | null;
  decided_by_user_id: string | null;
  reason: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  decided_at: Date | null;
}

export interface ToolGrantTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string;
  tool: string;
  created_at: Generated<Date>;
}
