import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { Approval } from './approval.ts';
import type { ApprovalChoice } from './approval-store.ts';

/** What a person decides: `always` approves this call and, from now on, the tool in the run's workspace. */
export type ApprovalVerdict = ApprovalChoice | { readonly decision: 'always' };

/**
 * Decides about a call. When that was the last one that its run waited for, the run is queued to go on. To be called in a
 * transaction.
 *
 * @throws AppError `NOT_FOUND`, `VALIDATION_ERROR` for `always` where there can be no standing grant, `CONFLICT` when it can be
 * decided no more.
 */
export async function decideApproval(
  { approvals, grants, runs }: Stores,
  principal: Principal,
  { approvalId, verdict }: { readonly approvalId: string; readonly verdict: ApprovalVerdict },
): Promise<Approval> {
  const asked = await approvals.get(principal, approvalId);
  const choice: ApprovalChoice = verdict.decision === 'always' ? { decision: 'approve' } : verdict;
  if (verdict.decision === 'always') {
    const { effect, workspaceId, tool } = asked;
    if (effect === 'destructive' || workspaceId === null) throw onlyOnce();
    await grants.create(principal, { id: newId(), workspaceId, tool });
  }
  const decided = await approvals.decide(principal, approvalId, choice);
  const { runId } = decided;
  const { status } = await runs.get(principal, runId);
  const isLast = (await approvals.listPending(principal, { runId })).length === 0;
  if (status === 'waiting' && isLast) await runs.requeue(runId);
  return decided;
}

function onlyOnce(): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: 'Only calls that write to a workspace can be approved for always. Approve this one once.',
    details: { field: 'decision' },
  });
}
