import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { toRuleConflict } from '../workflow/rule-conflict.ts';
import { requireRuleRights } from '../workflow/require-rule-rights.ts';
import type { Rule, RuleDefinition } from '../workflow/rule.ts';

/** A rule, and the revision that the person saw. */
export interface SeenRule {
  readonly ruleId: string;
  readonly baseRevision: number;
}

/** The longest name of a rule. */
const maxNameLength = 255;

/**
 * Stores another content of a rule as its next revision. Call it in a transaction.
 *
 * @throws AppError `CONFLICT` when the rule has changed since the person saw it; `UNAUTHORIZED` for a token when the content calls tools
 */
export async function reviseRule(
  stores: Stores,
  principal: Principal,
  { ruleId, baseRevision, definition }: SeenRule & { readonly definition: RuleDefinition },
): Promise<Rule> {
  requireRuleRights(principal, definition);
  const rule = await stores.rules.update(principal, ruleId, { definition, baseRevision });
  if (!rule) {
    const [subject, next] = ['the page', 'Reload it, then try again.'];
    throw await toRuleConflict(stores.rules, principal, { ruleId, baseRevision, subject, next });
  }
  await noteChange(stores, principal, { rule, kind: 'rule_changed' });
  return rule;
}

/** Stores a new rule. Call it in a transaction. @throws AppError `CONFLICT` when the name is taken; `UNAUTHORIZED` as {@link reviseRule} */
export async function createRule(
  stores: Stores,
  principal: Principal,
  { id, definition }: { readonly id: string; readonly definition: RuleDefinition },
): Promise<Rule> {
  requireRuleRights(principal, definition);
  const rule = await stores.rules.create(principal, { id, definition });
  await noteChange(stores, principal, { rule, kind: 'rule_created' });
  return rule;
}

/** Stores an inactive copy of a rule under a free name. Call it in a transaction. */
export async function duplicateRule(stores: Stores, principal: Principal, ruleId: string): Promise<Rule> {
  const original = await stores.rules.get(principal, ruleId);
  const names = new Set((await stores.rules.listNames(principal)).map((name) => name.toLowerCase()));
  const copy = toCopy(original, findFreeName(original.name, names));
  const rule = await stores.rules.create(principal, { id: newId(), definition: copy });
  await noteChange(stores, principal, { rule, kind: 'rule_created' });
  return rule;
}

/** Removes a rule with its revisions. Call it in a transaction. */
export async function removeRule(stores: Stores, principal: Principal, ruleId: string): Promise<void> {
  const rule = await stores.rules.get(principal, ruleId);
  await stores.rules.remove(principal, ruleId);
  await noteChange(stores, principal, { rule, kind: 'rule_removed' });
}

async function noteChange(
  { audit }: Stores,
  principal: Principal,
  { rule, kind }: { readonly rule: Rule; readonly kind: 'rule_created' | 'rule_changed' | 'rule_removed' },
): Promise<void> {
  await audit.append(principal, { kind, subjectId: rule.id, details: { name: rule.name, revision: rule.revision } });
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' copy' : ` copy ${number}`;
    const candidate = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

/** Actions get ids of their own, because they belong to one rule. */
function toCopy(
  { description, entity, trigger, triggerConditions, noise, schedule, actions, edges }: Rule,
  name: string,
) {
  const ids = new Map(actions.map(({ id }) => [id, newId()]));
  const toNew = (id: string): string => ids.get(id) ?? id;
  return {
    name,
    description,
    isActive: false,
    entity,
    trigger,
    triggerConditions,
    ...(noise && { noise }),
    ...(schedule && { schedule }),
    actions: actions.map((action) => ({ ...action, id: toNew(action.id) })),
    edges: edges.map((edge) => ({
      ...edge,
      source: edge.source === null ? null : toNew(edge.source),
      target: toNew(edge.target),
    })),
  } satisfies RuleDefinition;
}
