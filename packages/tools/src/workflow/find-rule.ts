import { AppError, type Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import { nearestNames } from '@shipmate/domain/search';
import type { WorkflowRules } from '@shipmate/domain/tool-storage';
import type { Rule } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** Input of tools for one rule. Without it, the client's current rule is used. */
export const ruleReference = z.string().max(300).describe('Id or name of the rule');

type RuleFinder = Pick<WorkflowRules, 'get' | 'findByName' | 'listNames'>;

/** Finds a rule by id or name. @throws AppError `NOT_FOUND` with the nearest names */
export async function findRule(rules: RuleFinder, principal: Principal, idOrName: string): Promise<Rule> {
  const isRuleId: boolean = isId(idOrName);
  if (isRuleId) return rules.get(principal, idOrName);
  const found = await rules.findByName(principal, idOrName);
  if (found) return found;
  const near = nearestNames(idOrName, await rules.listNames(principal));
  throw new AppError({
    code: 'NOT_FOUND',
    message:
      `No rule is named "${idOrName}". ` +
      (near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'Use list_workflow_rules to list the rules.'),
  });
}

/** Finds the rule of a call. @throws AppError `VALIDATION_ERROR` without a reference */
export async function requireRule(
  rules: RuleFinder,
  principal: Principal,
  idOrName: string | undefined,
): Promise<Rule> {
  if (idOrName !== undefined) return findRule(rules, principal, idOrName);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'workflow_id is missing. Send the id or name of a rule from list_workflow_rules.',
    details: { field: 'workflow_id' },
  });
}
