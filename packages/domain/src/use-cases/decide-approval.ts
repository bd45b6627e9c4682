import { AppError, type Principal } from '@shipmate/core';
import { requireScope } from '../access/require-scope.ts';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { Approval } from '../approval/approval.ts';
import type { ApprovalChoice } from '../approval/approval-store.ts';

/** A person's decision: `always` approves this call and, from now on, the tool in the run's workspace. */
export type ApprovalVerdict = ApprovalChoice | { readonly decision: 'always' };

/**
 * Decides on a call. If it was the last one that its run waits for, the run is queued. Call it in a
 * transaction.
 *
 * @throws AppError `UNAUTHORIZED` without the scope `decide_approvals`, `NOT_FOUND`, `VALIDATION_ERROR` for
 * `always` if the tool does not allow a standing grant, `CONFLICT` if it is already decided or expired.
 */
export async function decideApproval(
  stores: Stores,
  principal: Principal,
  { approvalId, verdict }: { readonly approvalId: string; readonly verdict: ApprovalVerdict },
): Promise<Approval> {
  requireScope(principal, 'decide_approvals', 'decide about a call');
  const { approvals, grants, runs, audit } = stores;
  const asked = await approvals.get(principal, approvalId);
  const choice: ApprovalChoice = verdict.decision === 'always' ? { decision: 'approve' } : verdict;
  if (verdict.decision === 'always') {
    const { isGrantable, workspaceId, tool } = asked;
    if (!isGrantable || workspaceId === null) throw onlyOnce();
    const { id: subjectId } = await grants.create(principal, { id: newId(), workspaceId, tool });
    await audit.append(principal, { kind: 'grant_created', subjectId, workspaceId, details: { tool } });
  }
  const decided = await approvals.decide(principal, approvalId, choice);
  const { id: subjectId, runId, workspaceId, tool } = decided;
  const kind = choice.decision === 'approve' ? 'tool_call_approved' : 'tool_call_denied';
  await audit.append(principal, { kind, subjectId, workspaceId, details: { tool, runId } });
  const { status } = await runs.get(principal, runId);
  const isLast = (await approvals.listPending(principal, { runId })).length === 0;
  if (status === 'waiting' && isLast) await runs.requeue(runId);
  return decided;
}

function onlyOnce(): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: 'A standing grant covers only calls that write to a workspace, never clusters. Approve this call once.',
    details: { field: 'decision' },
  });
}
