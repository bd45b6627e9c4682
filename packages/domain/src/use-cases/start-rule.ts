import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { RuleStart } from '../workflow/execution/rule-event.ts';
import type { Rule } from '../workflow/rule.ts';

/** Requires that the owner of a rule, under whose rights it acts, is a member. @throws AppError `CONFLICT` */
export async function requireRuleOwner(
  { users }: Pick<Stores, 'users'>,
  { organizationId }: Pick<Principal, 'organizationId'>,
  { name, ownerUserId }: Pick<Rule, 'name' | 'ownerUserId'>,
): Promise<void> {
  const members = await users.listMembers(organizationId);
  if (members.some(({ id }) => id === ownerUserId)) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `The owner of the rule "${name}" is no longer a member. Save the rule, so that it acts under your rights.`,
  });
}

/** Begins an execution of a rule without a change of a row, and returns its id. Call it in a transaction. */
export async function beginStart(
  { ruleEvents, ruleExecutions }: Pick<Stores, 'ruleEvents' | 'ruleExecutions'>,
  principal: Principal,
  { rule, ...start }: Omit<RuleStart, 'ruleId' | 'entity' | 'isMatched'> & { readonly rule: Rule },
): Promise<string> {
  const { id: ruleId, organizationId, ownerUserId, revision, entity } = rule;
  const eventId = await ruleEvents.start(principal, { ...start, ruleId, entity, isMatched: true });
  const id = newId();
  await ruleExecutions.begin([{ id, organizationId, ownerUserId, ruleId, revision, eventId, depth: 1 }]);
  return id;
}
