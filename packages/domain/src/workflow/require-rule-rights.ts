import { AppError, type Principal } from '@shipmate/core';
import type { RuleDefinition } from './rule.ts';

/** Types of actions that act with every right of the rule's owner. */
const powerfulTypes: ReadonlySet<string> = new Set(['call_tool', 'run_agent']);

/**
 * Requires a person to activate a rule that calls tools: it acts with every right of the member who saves it, not only with the
 * scopes of the token that saves it. A run's call that a person approved counts as that person's.
 *
 * @throws AppError `UNAUTHORIZED` for a token.
 */
export function requireRuleRights(principal: Principal, { isActive, actions }: RuleDefinition): void {
  const { via, isPerson = false } = principal;
  const isProgram = via === 'extension_token' || (via === 'jwt' && !isPerson);
  const powerful = actions.find(({ type }) => powerfulTypes.has(type));
  if (!isProgram || !isActive || powerful === undefined) return;
  throw new AppError({
    code: 'UNAUTHORIZED',
    message: `Action "${powerful.name}" would act with all of your rights. Save the rule inactive, then activate it in a browser.`,
  });
}
