import { defaultPort } from '../action/action-types.ts';
import type { RuleAction, RuleEdge } from '../rule.ts';
import type { RuleGraph } from './rule-graph.ts';

/** The output port of each action that has ended, by action. */
export type ActionOutcomes = ReadonlyMap<string, string>;

/** The actions of an execution, by what has to happen to them next. */
export interface NextActions {
  /** Actions to execute now; several are parallel branches. */
  readonly ready: readonly RuleAction[];
  /** Inactive actions that the execution reached and skipped. */
  readonly skipped: readonly RuleAction[];
  /** Actions that no branch can reach any more. */
  readonly unreached: readonly RuleAction[];
}

/**
 * Returns the actions that follow from the outcomes so far. An action is ready once every edge that leads to it is decided
 * and one of them was taken, so that an action where branches join runs once, after all of them. An inactive action counts as
 * ended at its default port. The graph has no cycle.
 */
export function nextActions(graph: RuleGraph, outcomes: ActionOutcomes): NextActions {
  const states = new Map<string, 'pending' | 'ready' | 'unreached' | 'ended'>();
  const ports = new Map(outcomes);
  const ready: RuleAction[] = [];
  const skipped: RuleAction[] = [];
  const unreached: RuleAction[] = [];
  for (const action of inTopologicalOrder(graph)) {
    const edges = (graph.incoming.get(action.id) ?? []).map((edge) => followed(edge, states, ports));
    const isTaken = edges.includes('taken');
    if (ports.has(action.id)) {
      states.set(action.id, 'ended');
    } else if (edges.includes('undecided')) {
      states.set(action.id, 'pending');
    } else if (!isTaken) {
      states.set(action.id, 'unreached');
      unreached.push(action);
    } else if (action.isActive) {
      states.set(action.id, 'ready');
      ready.push(action);
    } else {
      ports.set(action.id, defaultPort(action.type));
      states.set(action.id, 'ended');
      skipped.push(action);
    }
  }
  return { ready, skipped, unreached };
}

/** Tests whether an edge was followed. */
function followed(
  { source, output }: RuleEdge,
  states: ReadonlyMap<string, string>,
  ports: ActionOutcomes,
): 'taken' | 'not_taken' | 'undecided' {
  if (source === null) return 'taken';
  const state = states.get(source);
  if (state === 'unreached') return 'not_taken';
  if (state !== 'ended') return 'undecided';
  return output === null || output === ports.get(source) ? 'taken' : 'not_taken';
}

function inTopologicalOrder({ actions, incoming, outgoing }: RuleGraph): readonly RuleAction[] {
  const missing = new Map(
    [...actions.keys()].map((id) => [id, (incoming.get(id) ?? []).filter(({ source }) => source !== null).length]),
  );
  const order = [...actions.values()].filter(({ id }) => missing.get(id) === 0);
  for (const { id } of order) {
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (missing.get(target) ?? 0) - 1;
      missing.set(target, left);
      const action = actions.get(target);
      if (left === 0 && action) order.push(action);
    }
  }
  return order;
}
