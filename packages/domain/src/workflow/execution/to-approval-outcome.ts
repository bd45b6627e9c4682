import type { JsonValue } from '@shipmate/core';
import type { RuleApprover, RuleStep } from './rule-execution.ts';

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

/**
 * Returns the outcome of the decisions about a step; `undefined` while it depends on further decisions. Once the step was escalated,
 * the decision of the escalation user is enough; the approvers can still decide among themselves.
 */
export function toStepOutcome({
  input,
  approvers,
  attempt,
}: Pick<RuleStep, 'input' | 'approvers' | 'attempt'>): 'approved' | 'rejected' | undefined {
  const escalated = attempt > 1 ? fieldOf(input, 'escalation_user_id') : undefined;
  const decision = approvers.find(({ userId }) => userId === escalated)?.decision;
  if (decision) return decision;
  const type = fieldOf(input, 'approval_type');
  const asked = approvers.filter(({ userId }) => userId !== escalated);
  if (asked.length === 0) return undefined;
  return toApprovalOutcome(type === 'all' || type === 'majority' ? type : 'any', asked);
}

function fieldOf(input: JsonValue, name: string): JsonValue | undefined {
  return typeof input === 'object' && input !== null && name in input ? Reflect.get(input, name) : undefined;
}
