import type { Principal } from '@shipmate/core';
import { requireScope } from '../access/require-scope.ts';
import type { Stores } from '../persistence/stores.ts';
import type { RuleStepDecision } from '../workflow/execution/rule-execution.ts';

/**
 * Stores the caller's decision about a step of a rule's execution, which continues once enough approvers have decided. Call it in a
 * transaction.
 *
 * @throws AppError `UNAUTHORIZED` without the scope `decide_approvals`, `NOT_FOUND` unless the caller is an approver, `CONFLICT` when the
 * step was decided or has expired
 */
export async function decideRuleStep(
  { ruleExecutions, audit }: Pick<Stores, 'ruleExecutions' | 'audit'>,
  principal: Principal,
  decision: RuleStepDecision,
): Promise<void> {
  requireScope(principal, 'decide_approvals', 'decide about a step of a rule');
  await ruleExecutions.decide(principal, decision);
  const { executionId, actionId, decision: verdict } = decision;
  const details = { actionId, decision: verdict };
  await audit.append(principal, { kind: 'rule_step_decided', subjectId: executionId, details });
}
