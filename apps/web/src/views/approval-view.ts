import type { Approval, ToolGrant } from '@shipmate/domain/approval';
import type { ApprovalView, ToolGrantListResponse } from '@shipmate/protocol/web/approvals';
import { toValueOriginView } from './value-origin-view.ts';

export function toApprovalView(approval: Approval): ApprovalView {
  const { id, runId, conversationId, workspaceId, toolCallId, tool, input, effect, isGrantable, preview } = approval;
  const { status, decidedBy, reason } = approval;
  return {
    id,
    runId,
    conversationId,
    workspaceId,
    toolCallId,
    tool,
    input,
    effect,
    isGrantable: isGrantable && workspaceId !== null,
    preview,
    origins: approval.origins.map(toValueOriginView),
    status,
    decidedBy,
    reason,
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedAt: approval.decidedAt?.toISOString() ?? null,
  };
}

export function toToolGrantView({ id, tool, createdAt }: ToolGrant): ToolGrantListResponse['grants'][number] {
  return { id, tool, createdAt: createdAt.toISOString() };
}
