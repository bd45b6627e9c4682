import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { RuleStartStores } from '../tool-storage/workflow-rules.ts';
import type { Row } from '../workflow/condition/evaluate-conditions.ts';
import { parseFieldValue, requireField } from '../workflow/entities/parse-field-value.ts';
import { findEntity } from '../workflow/entity.ts';
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

/** A manual start: for a stored row, with values, or with values in place of those of the row. */
export interface ManualStart {
  readonly ruleId: string;
  /** The key of a row of the rule's entity. */
  readonly entityKey?: string | undefined;
  /** Values by field of the rule's entity. */
  readonly values?: Row | undefined;
}

/**
 * Starts an active rule with the trigger `manual` without its conditions, and returns the id of its execution. Call it in a
 * transaction.
 *
 * @throws AppError `CONFLICT` when the rule is inactive, has another trigger, or its owner is no longer a member; `NOT_FOUND` for a rule
 * or a row that does not exist; `VALIDATION_ERROR` for a value that its field does not accept.
 */
export async function startRule(
  stores: RuleStartStores,
  principal: Principal,
  { ruleId, entityKey, values = {} }: ManualStart,
): Promise<string> {
  const rule = await stores.rules.get(principal, ruleId);
  const { name, isActive, trigger, revision } = rule;
  if (trigger !== 'manual')
    throw conflict(`The rule "${name}" has the trigger "${trigger}". Only "manual" ones are started.`);
  if (!isActive) throw conflict(`The rule "${name}" is inactive. Enable it first.`);
  await requireRuleOwner(stores, principal, rule);
  const stored = entityKey === undefined ? {} : await stores.entityRows.get(principal, rule.entity, entityKey);
  const row = { ...stored, ...(await parseValues(stores, principal, { entity: rule.entity, values })) };
  const executionId = await beginStart(stores, principal, { rule, trigger, entityKey: entityKey ?? '', row });
  const details = { executionId, revision, ...(entityKey !== undefined && { entityKey }) };
  await stores.audit.append(principal, { kind: 'rule_started', subjectId: ruleId, details });
  return executionId;
}

async function parseValues(
  { entityRows }: Pick<Stores, 'entityRows'>,
  principal: Principal,
  { entity: name, values }: { readonly entity: string; readonly values: Row },
): Promise<Row> {
  const entity = findEntity(await entityRows.listEntities(principal), name);
  if (entity === undefined) throw conflict(`The entity "${name}" of the rule does not exist any more.`);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, parseFieldValue(requireField(entity, field), value)]),
  );
}

function conflict(message: string): AppError {
  return new AppError({ code: 'CONFLICT', message });
}
