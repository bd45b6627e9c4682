import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';

type RuleActionView = RuleDefinitionView['actions'][number];

/** How an action differs from the rule before. */
export type StepChange = 'added' | 'changed' | 'removed' | 'same';

/** One action of a rule, with the actions before it. */
export interface RuleStep {
  readonly action: RuleActionView;
  readonly change: StepChange;
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
  const earlier = new Map(before?.actions.map((action) => [action.id, action]));
  const ids = new Set(definition.actions.map(({ id }) => id));
  const removed = [...earlier.values()].filter(({ id }) => !ids.has(id));
  const names = new Map([...removed, ...definition.actions].map(({ id, name }) => [id, name]));
  const connections = toConnections(definition, before);
  const toStep = (action: RuleActionView, change: StepChange): RuleStep => ({
    action,
    change,
    after: connections
      .filter(({ target, change: of }) => target === action.id && (of !== 'removed' || change === 'removed'))
      .map(({ source, output }) => describeSource(source === null ? 'start' : (names.get(source) ?? source), output)),
  });
  return {
    steps: [
      ...definition.actions.map((action) => toStep(action, before ? toChange(earlier.get(action.id), action) : 'same')),
      ...removed.map((action) => toStep(action, 'removed')),
    ],
    connections,
  };
}

function describeSource(name: string, output: string | null): string {
  return output === null ? name : `${name} (${output})`;
}

function toChange(before: RuleActionView | undefined, after: RuleActionView): StepChange {
  if (!before) return 'added';
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed';
}

function toConnections(
  definition: RuleDefinitionView,
  before: RuleDefinitionView | null | undefined,
): readonly RuleConnection[] {
  const keyOf = ({ source, target, output }: RuleDefinitionView['edges'][number]) => `${source} ${target} ${output}`;
  const earlier = new Set(before?.edges.map(keyOf));
  const present = new Set(definition.edges.map(keyOf));
  return [
    ...definition.edges.map(
      (edge): RuleConnection => ({ ...pick(edge), change: before && !earlier.has(keyOf(edge)) ? 'added' : 'same' }),
    ),
    ...(before?.edges ?? [])
      .filter((edge) => !present.has(keyOf(edge)))
      .map((edge): RuleConnection => ({ ...pick(edge), change: 'removed' })),
  ];
}

function pick({ source, target, output }: RuleDefinitionView['edges'][number]) {
  return { source, target, output };
}
