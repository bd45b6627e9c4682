import type { RuleApprover } from './rule-execution.ts';

/** Returns the outcome of the decisions of approvers; `undefined` while it depends on further decisions. */
export function toApprovalOutcome(
  approvalType: 'any' | 'all' | 'majority',
  approvers: readonly RuleApprover[],
): 'approved' | 'rejected' | undefined {
  const approved = approvers.filter(({ decision }) => decision === 'approved').length;
  const rejected = approvers.filter(({ decision }) => decision === 'rejected').length;
  const needed = { any: 1, all: approvers.length, majority: Math.floor(approvers.length / 2) + 1 }[approvalType];
  if (approvers.length > 0 && approved >= needed) return 'approved';
  return approvers.length - rejected < needed ? 'rejected' : undefined;
}
