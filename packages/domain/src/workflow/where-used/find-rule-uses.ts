import type { ActionUses } from '../action/action-type.ts';
import { findActionType } from '../action/action-types.ts';
import type { Rule, RuleAction } from '../rule.ts';
import { findTemplates } from '../template/find-templates.ts';
import { parseTemplate } from '../template/parse-template.ts';

/** The thing whose uses are searched. */
export type RuleUseQuery =
  | { readonly kind: 'entity'; readonly entity: string }
  | { readonly kind: 'field'; readonly entity: string; readonly field: string }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'action_type'; readonly actionType: string };

/** A place of a rule that uses it. */
export interface RuleUse {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly isActive: boolean;
  /** Null outside of an action. */
  readonly action: { readonly id: string; readonly name: string } | null;
  /** Location in the payload, for example `actions[1].action_config.title`. */
  readonly path: string;
}

/** Uses that one search returns. */
const maxUses = 1_000;

/** Lists the places of rules that name an entity, a field, a user or an action type, in the order of the rules; at most 1000. */
export function findRuleUses(rules: readonly Rule[], query: RuleUseQuery): readonly RuleUse[] {
  const uses: RuleUse[] = [];
  for (const rule of rules) {
    const add = (path: string, action: RuleAction | null = null): void => {
      const named = action && { id: action.id, name: action.name };
      uses.push({ ruleId: rule.id, ruleName: rule.name, isActive: rule.isActive, action: named, path });
    };
    for (const path of findOwnUses(rule, query)) add(path);
    for (const [index, action] of rule.actions.entries()) {
      const at = `actions[${index}]`;
      for (const path of findActionUses(rule, action, query))
        add(path === '' ? `${at}.action_type` : `${at}.action_config.${path}`, action);
    }
    if (uses.length >= maxUses) break;
  }
  return uses.slice(0, maxUses);
}

/** Finds the uses of a rule outside of its actions. */
function findOwnUses({ entity, ownerUserId, triggerConditions, noise }: Rule, query: RuleUseQuery): readonly string[] {
  if (query.kind === 'entity') return query.entity === entity ? ['entity'] : [];
  if (query.kind === 'user') return query.userId === ownerUserId ? ['owner'] : [];
  if (query.kind !== 'field' || query.entity !== entity) return [];
  const conditions = triggerConditions.flatMap(({ field_name: name }, index) =>
    name === query.field ? [`trigger_conditions.field_conditions[${index}].field_name`] : [],
  );
  const { threshold, deduplicate, group } = noise ?? {};
  const parts = Object.entries({ threshold, deduplicate, group }).flatMap(([part, settings]) =>
    (settings?.fields ?? []).flatMap((name, index) => (name === query.field ? [`noise.${part}.fields[${index}]`] : [])),
  );
  return [...conditions, ...parts];
}

/** Finds the uses of an action, as locations in its configuration; empty text for its type. */
function findActionUses(rule: Rule, action: RuleAction, query: RuleUseQuery): readonly string[] {
  if (query.kind === 'action_type') return action.type === query.actionType ? [''] : [];
  const { fields = [], recipients = [], conditions } = readUses(action);
  if (query.kind === 'user') {
    return recipients.flatMap(({ kind, id, path }) => (kind === 'user' && id === query.userId ? [path] : []));
  }
  if (query.kind === 'entity') {
    return [...new Set(fields.flatMap(({ entity, path }) => (entity === query.entity ? [path] : [])))];
  }
  const named = fields.flatMap(({ entity, field, path }) =>
    entity === query.entity && field === query.field ? [path] : [],
  );
  if (query.entity !== rule.entity) return named;
  const tested = (conditions?.conditions ?? []).flatMap(({ field_name: name }, index) =>
    name === query.field ? [`${conditions?.path}[${index}].field_name`] : [],
  );
  return [...named, ...tested, ...findTemplateUses(rule, action, query.field)];
}

function readUses({ type, config }: RuleAction): ActionUses {
  const known = findActionType(type);
  const parsed = known?.config.safeParse(config);
  return parsed?.success ? (known?.uses?.(parsed.data as never) ?? {}) : {};
}

/** Templates that read a field of the event's row; the result of an action of the same name is not a field. */
function findTemplateUses({ actions }: Rule, { config }: RuleAction, field: string): readonly string[] {
  const isResult = actions.some(({ name }) => name === field);
  return findTemplates(config).flatMap(({ path, template }) => {
    const isUsed = parseTemplate(template).parts.some(
      (part) => typeof part === 'object' && (part.path === field || (!isResult && part.path.startsWith(`${field}.`))),
    );
    return isUsed ? [path] : [];
  });
}
