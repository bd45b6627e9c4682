import { nearestNames } from '../../search/nearest-names.ts';
import { defaultPort } from '../action/action-types.ts';
import type { RuleEdge } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import type { WorkflowPayloadAction } from './workflow-payload.ts';

/** An action of a payload, with its id. */
export interface IdentifiedAction extends WorkflowPayloadAction {
  readonly id: string;
}

/**
 * Converts the `after` fields of actions to edges. `after` is the name of an action, or its name, a colon and an output port; a
 * name that contains a colon wins over the split at the last colon. `output-true` is the port `true`.
 */
export function expandAfter(actions: readonly IdentifiedAction[]): {
  readonly edges: readonly RuleEdge[];
  readonly problems: readonly RuleProblem[];
} {
  const edges: RuleEdge[] = [];
  const problems: RuleProblem[] = [];
  for (const [order, action] of actions.entries()) {
    const { id: target, after } = action;
    if (after === undefined || after.trim() === '') {
      edges.push({ kind: 'start', source: null, target, output: null, order });
      continue;
    }
    const found = findPredecessor(after.trim(), actions);
    if (found) edges.push({ kind: 'sequence', source: found.action.id, target, output: found.port, order });
    else problems.push(unknownPredecessor(`actions[${order}].after`, after, actions));
  }
  return { edges, problems };
}

/** Returns the canonical name of a port: `output-true` is `true`. */
export function toPortName(port: string): string {
  return port.startsWith('output-') ? port.slice('output-'.length) : port;
}

function findPredecessor(after: string, actions: readonly IdentifiedAction[]) {
  const byName = (name: string) => actions.find((action) => action.name === name);
  const whole = byName(after);
  if (whole) return { action: whole, port: defaultPort(whole.action_type) };
  const colon = after.lastIndexOf(':');
  const action = colon === -1 ? undefined : byName(after.slice(0, colon).trim());
  return action && { action, port: toPortName(after.slice(colon + 1).trim()) };
}

function unknownPredecessor(path: string, after: string, actions: readonly IdentifiedAction[]): RuleProblem {
  const near = nearestNames(
    after,
    actions.map(({ name }) => name),
  );
  return toRuleError({
    path,
    code: 'BAD_REF',
    message: `No action is named "${after}".`,
    hint:
      near.length > 0
        ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
        : 'Name an action of this rule.',
  });
}
