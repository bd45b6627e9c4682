import type { RuleAction, RuleEdge } from '../rule.ts';

/** The graph of a rule, indexed. Edges whose ends do not exist are left out. */
export interface RuleGraph {
  readonly actions: ReadonlyMap<string, RuleAction>;
  readonly starts: readonly RuleEdge[];
  /** Edges between actions, by their source, in order. */
  readonly outgoing: ReadonlyMap<string, readonly RuleEdge[]>;
  /** All edges, by their target. */
  readonly incoming: ReadonlyMap<string, readonly RuleEdge[]>;
}

/** Indexes the actions and edges of a rule. */
export function toRuleGraph(rule: {
  readonly actions: readonly RuleAction[];
  readonly edges: readonly RuleEdge[];
}): RuleGraph {
  const actions = new Map(rule.actions.map((action) => [action.id, action]));
  const edges = rule.edges
    .filter(({ source, target }) => actions.has(target) && (source === null || actions.has(source)))
    .toSorted((one, other) => one.order - other.order);
  return {
    actions,
    starts: edges.filter(({ source }) => source === null),
    outgoing: Map.groupBy(
      edges.filter(({ source }) => source !== null),
      ({ source }) => source as string,
    ),
    incoming: Map.groupBy(edges, ({ target }) => target),
  };
}

/** Returns the number of edges from the start to each action that can be reached, by action. */
export function depthsFromStart({ starts, outgoing }: RuleGraph): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let level = starts.map(({ target }) => target);
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const id of level) {
      if (depths.has(id)) continue;
      depths.set(id, depth);
      next.push(...(outgoing.get(id) ?? []).map(({ target }) => target));
    }
    level = next;
  }
  return depths;
}

/** Returns the ids of one cycle, its first action again at the end; empty if there is none. */
export function findCycle({ actions, outgoing }: RuleGraph): readonly string[] {
  const done = new Set<string>();
  for (const root of actions.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    const stack: { readonly id: string; next: number }[] = [{ id: root, next: 0 }];
    while (stack.length > 0) {
      const top = stack.at(-1) as { readonly id: string; next: number };
      if (top.next === 0) {
        if (done.has(top.id)) {
          stack.pop();
          continue;
        }
        path.push(top.id);
        onPath.add(top.id);
      }
      const edge = outgoing.get(top.id)?.[top.next];
      top.next += 1;
      if (edge === undefined) {
        done.add(top.id);
        onPath.delete(top.id);
        path.pop();
        stack.pop();
      } else if (onPath.has(edge.target)) {
        return [...path.slice(path.indexOf(edge.target)), edge.target];
      } else {
        stack.push({ id: edge.target, next: 0 });
      }
    }
  }
  return [];
}

/** Returns an action and all actions that can follow it. */
export function descendantsOf({ outgoing }: RuleGraph, actionId: string): ReadonlySet<string> {
  const reached = new Set([actionId]);
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  return reached;
}
