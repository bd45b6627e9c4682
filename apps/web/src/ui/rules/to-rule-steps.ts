import { diffRules } from '@shipmate/domain/workflow';
import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';

type RuleActionView = RuleDefinitionView['actions'][number];
type RuleEdgeView = RuleDefinitionView['edges'][number];

/** How an action differs from the rule before. */
export type StepChange = 'added' | 'changed' | 'removed' | 'same';

/** One action of a rule, with the actions before it. */
export interface RuleStep {
  readonly action: RuleActionView;
  readonly change: StepChange;
  /** The action before a change. */
  readonly earlier?: RuleActionView | undefined;
  /** Names of the actions before it, each with the output that leads here; `start` for the trigger. */
  readonly after: readonly string[];
}

/** A connection of the graph; `source` is null for the trigger. */
interface RuleConnection {
  readonly source: string | null;
  readonly target: string;
  readonly output: string | null;
  readonly change: StepChange;
}

/** The graph of a rule, with its difference from an earlier content. */
export interface RuleDrawing {
  readonly steps: readonly RuleStep[];
  readonly connections: readonly RuleConnection[];
}

/** Compares a rule with its earlier content, if any, and returns the union of both; actions are matched by id. */
export function toRuleDrawing(definition: RuleDefinitionView, before?: RuleDefinitionView | null): RuleDrawing {
  const { added, changed, removed, addedEdges, removedEdges } = diffRules(before ?? definition, definition);
  const [addedIds, earlierOf] = [new Set(added), new Map(changed.map((each) => [each.after, each.before]))];
  const newEdges = new Set(addedEdges.map(({ edge }) => edge));
  const names = new Map([...removed, ...definition.actions].map(({ id, name }) => [id, name]));
  const connections = [
    ...definition.edges.map((edge) => toConnection(edge, newEdges.has(edge) ? 'added' : 'same')),
    ...removedEdges.map(({ edge }) => toConnection(edge, 'removed')),
  ];
  const toStep = (action: RuleActionView, change: StepChange): RuleStep => ({
    action,
    change,
    earlier: earlierOf.get(action),
    after: connections
      .filter(({ target, change: of }) => target === action.id && (of !== 'removed' || change === 'removed'))
      .map(({ source, output }) => describeSource(source === null ? 'start' : (names.get(source) ?? source), output)),
  });
  const changeOf = (action: RuleActionView): StepChange => {
    if (addedIds.has(action)) return 'added';
    return earlierOf.has(action) ? 'changed' : 'same';
  };
  return {
    steps: [
      ...definition.actions.map((action) => toStep(action, changeOf(action))),
      ...removed.map((action) => toStep(action, 'removed')),
    ],
    connections,
  };
}

function describeSource(name: string, output: string | null): string {
  return output === null ? name : `${name} (${output})`;
}

function toConnection({ source, target, output }: RuleEdgeView, change: StepChange): RuleConnection {
  return { source, target, output, change };
}
