import type { RuleAction, RuleDefinition, RuleEdge } from './rule.ts';

const ruleFields = [
  'name',
  'description',
  'isActive',
  'entity',
  'trigger',
  'triggerConditions',
  'noise',
  'schedule',
] as const;

/** The parts of a rule that are compared: a definition, or its view. */
export interface ComparableRule extends Readonly<Partial<Record<(typeof ruleFields)[number], unknown>>> {
  readonly actions: readonly Pick<RuleAction, 'id' | 'name'>[];
  readonly edges: readonly RuleEdge[];
}

/** An added or removed edge, with its label by the names of actions: `Check:true → Alert`. */
export interface EdgeDifference {
  readonly edge: RuleEdge;
  readonly label: string;
}

/** The difference between two definitions of a rule. */
export interface RuleDifference<Action extends Pick<RuleAction, 'id' | 'name'> = RuleAction> {
  /** Names of changed fields of the rule itself, such as `trigger`. */
  readonly fields: readonly string[];
  readonly added: readonly Action[];
  readonly removed: readonly Action[];
  readonly changed: readonly { readonly before: Action; readonly after: Action }[];
  readonly addedEdges: readonly EdgeDifference[];
  readonly removedEdges: readonly EdgeDifference[];
}

/** Compares two definitions; actions are matched by id, edges by their ends and port. */
export function diffRules<Rule extends ComparableRule = RuleDefinition>(
  before: Rule | undefined,
  after: Rule,
): RuleDifference<Rule['actions'][number]> {
  const old = new Map(before?.actions.map((action) => [action.id, action]));
  const kept = new Set(after.actions.map(({ id }) => id));
  return {
    fields: ruleFields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field])),
    added: after.actions.filter(({ id }) => !old.has(id)),
    removed: [...old.values()].filter(({ id }) => !kept.has(id)),
    changed: after.actions.flatMap((action) => {
      const earlier = old.get(action.id);
      return earlier && JSON.stringify(earlier) !== JSON.stringify(action) ? [{ before: earlier, after: action }] : [];
    }),
    addedEdges: missingEdges(before, after),
    removedEdges: before ? missingEdges(after, before) : [],
  };
}

/** Returns the edges of `rule` that `other` lacks. */
function missingEdges(other: ComparableRule | undefined, rule: ComparableRule): readonly EdgeDifference[] {
  const known = new Set(other?.edges.map(toEdgeKey));
  const names = new Map(rule.actions.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return rule.edges
    .filter((edge) => !known.has(toEdgeKey(edge)))
    .map((edge) => {
      const from = edge.source === null ? 'start' : nameOf(edge.source);
      const port = edge.output === null ? '' : `:${edge.output}`;
      return { edge, label: `${from}${port} → ${nameOf(edge.target)}` };
    });
}

function toEdgeKey({ source, target, output }: RuleEdge): string {
  return JSON.stringify([source, target, output]);
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
export function nameDifference(difference: RuleDifference<Pick<RuleAction, 'id' | 'name'>>): NamedRuleDifference {
  const { fields, added, removed, changed, addedEdges, removedEdges } = difference;
  return {
    fields: [...fields],
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
    changed: changed.map(({ after }) => after.name),
    addedEdges: addedEdges.map(({ label }) => label),
    removedEdges: removedEdges.map(({ label }) => label),
  };
}
