import type { Approval, ToolGrant } from '@shipmate/domain/approval';
import { sql, type Selectable } from 'kysely';
import type { ApprovalTable, ToolGrantTable } from '../../schema/approval-tables.ts';

/** True if a pending approval has expired, by the database's clock. */
export const hasExpired = sql<boolean>`(status = 'pending' and expires_at <= clock_timestamp())`;

export function toApproval(row: Selectable<ApprovalTable> & { readonly has_expired: boolean }): Approval {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    conversationId: row.conversation_id,
    runId: row.run_id,
    toolCallId: row.tool_call_id,
    tool: row.tool,
    input: row.input,
    effect: row.effect,
    isGrantable: row.is_grantable,
    preview: row.preview,
    origins: row.origins ?? [],
    signature: row.signature,
    status: row.has_expired ? 'expired' : row.status,
    decidedBy: row.decided_by,
    decidedByUserId: row.decided_by_user_id,
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
  };
}

export function toToolGrant(row: Selectable<ToolGrantTable>): ToolGrant {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    tool: row.tool,
    createdAt: row.created_at,
  };
}
