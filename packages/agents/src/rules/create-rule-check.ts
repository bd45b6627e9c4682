import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { RuleDefinition } from '@shipmate/domain/workflow';
import type { ComputePort } from '@shipmate/tools';
import { requireValidDefinition } from '@shipmate/tools/workflow';

/** The caller of a check, and the stored rule that gets the content; undefined for a new one. */
interface RuleCheckContext {
  readonly ruleId: string | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/**
 * Checks a rule's content against the current rules, entities and members of its organization.
 *
 * @throws AppError `VALIDATION_ERROR` that lists every error
 */
export type CheckRule = (definition: RuleDefinition, context: RuleCheckContext) => Promise<void>;

/** Creates the check of rules that a person saves. */
export function createRuleCheck(unitOfWork: UnitOfWork, compute: ComputePort): CheckRule {
  const { workflowRules } = createToolStorage(unitOfWork);
  return (definition, { ruleId, principal, signal }) =>
    requireValidDefinition({ definition, ruleId }, { ports: { workflowRules, compute }, principal, signal });
}
