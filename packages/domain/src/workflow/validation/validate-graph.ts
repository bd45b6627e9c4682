import { findActionType } from '../action/action-types.ts';
import { depthsFromStart, findCycle, toRuleGraph } from '../graph/rule-graph.ts';
import type { RuleDefinition } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';

/** Checks that a rule has one start, no cycle, no unreachable action, and edges on ports that exist. */
export function validateGraph(definition: RuleDefinition): readonly RuleProblem[] {
  if (definition.actions.length === 0) return [];
  const graph = toRuleGraph(definition);
  const nameOf = (id: string): string => `"${graph.actions.get(id)?.name ?? id}"`;
  const [first, ...others] = graph.starts;
  const starts: RuleProblem[] = [];
  if (!first) {
    starts.push(
      toRuleError({
        path: 'edges',
        code: 'NO_START',
        message: 'No action follows the start.',
        hint: 'Leave out "after" of the first action.',
      }),
    );
  } else if (others.length > 0) {
    const names = graph.starts.map(({ target }) => nameOf(target)).join(', ');
    starts.push(
      toRuleError({
        path: 'edges',
        code: 'MULTIPLE_STARTS',
        message: `Several actions follow the start: ${names}.`,
        hint: 'Set "after" of all but one.',
      }),
    );
  }
  const cycle = findCycle(graph);
  if (cycle.length > 0) {
    return [
      ...starts,
      toRuleError({
        path: 'edges',
        code: 'CYCLE',
        message: `The actions form a cycle: ${cycle.map(nameOf).join(' → ')}.`,
        hint: 'Remove one of these edges.',
      }),
      ...checkPorts(definition),
    ];
  }
  const reached = depthsFromStart(graph);
  const unreachable = definition.actions.flatMap(({ id, name }, index) =>
    first && !reached.has(id)
      ? [
          toRuleError({
            path: `actions[${index}]`,
            code: 'UNREACHABLE',
            message: `No edge leads to "${name}".`,
            hint: 'Connect it, or remove it.',
          }),
        ]
      : [],
  );
  return [...starts, ...unreachable, ...checkPorts(definition)];
}

function checkPorts({ actions, edges }: RuleDefinition): readonly RuleProblem[] {
  return edges.flatMap(({ kind, source, output }, index) => {
    if (output === null) return [];
    const path = `edges[${index}].source_output`;
    if (kind !== 'sequence') {
      return [
        toRuleError({
          path,
          code: 'PORT_ON_START',
          message: `An edge of type "${kind}" has no output port.`,
          hint: 'Remove source_output.',
        }),
      ];
    }
    const action = actions.find(({ id }) => id === source);
    const ports = action && findActionType(action.type)?.ports;
    if (!ports || ports.includes(output)) return [];
    const message = `"${action.name}" (${action.type}) has no output port "${output}".`;
    return [toRuleError({ path, code: 'BAD_PORT', message, hint: `Ports: ${ports.join(', ')}.` })];
  });
}
