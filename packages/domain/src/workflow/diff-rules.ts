import type { RuleAction, RuleDefinition } from './rule.ts';

/** The difference between two definitions of a rule. */
export interface RuleDifference {
  /** Names of changed fields of the rule itself, such as `trigger`. */
  readonly fields: readonly string[];
  readonly added: readonly RuleAction[];
  readonly removed: readonly RuleAction[];
  readonly changed: readonly { readonly before: RuleAction; readonly after: RuleAction }[];
  readonly addedEdges: readonly string[];
  readonly removedEdges: readonly string[];
}

const ruleFields = ['name', 'description', 'isActive', 'entity', 'trigger', 'triggerConditions'] as const;

/** Compares two definitions; actions are matched by id, edges by their ends and port (`Check:true → Alert`). */
export function diffRules(before: RuleDefinition | undefined, after: RuleDefinition): RuleDifference {
  const old = new Map(before?.actions.map((action) => [action.id, action]));
  const kept = new Set(after.actions.map(({ id }) => id));
  const [oldEdges, newEdges] = [toEdgeNames(before), toEdgeNames(after)];
  return {
    fields: ruleFields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field])),
    added: after.actions.filter(({ id }) => !old.has(id)),
    removed: [...old.values()].filter(({ id }) => !kept.has(id)),
    changed: after.actions.flatMap((action) => {
      const earlier = old.get(action.id);
      return earlier && JSON.stringify(earlier) !== JSON.stringify(action) ? [{ before: earlier, after: action }] : [];
    }),
    addedEdges: newEdges.filter((edge) => !oldEdges.includes(edge)),
    removedEdges: oldEdges.filter((edge) => !newEdges.includes(edge)),
  };
}

/** A {@link RuleDifference} by the names of the actions. */
export interface NamedRuleDifference {
  readonly fields: string[];
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
  readonly addedEdges: string[];
  readonly removedEdges: string[];
}

/** Converts a difference to names, for messages and lists. */
export function nameDifference(difference: RuleDifference): NamedRuleDifference {
  const { fields, added, removed, changed, addedEdges, removedEdges } = difference;
  return {
    fields: [...fields],
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
    changed: changed.map(({ after }) => after.name),
    addedEdges: [...addedEdges],
    removedEdges: [...removedEdges],
  };
}

function toEdgeNames(definition: RuleDefinition | undefined): readonly string[] {
  const names = new Map(definition?.actions.map(({ id, name }) => [id, name]));
  return (definition?.edges ?? []).map(({ source, target, output }) => {
    const from = source === null ? 'start' : (names.get(source) ?? source);
    return `${from}${output === null ? '' : `:${output}`} → ${names.get(target) ?? target}`;
  });
}
