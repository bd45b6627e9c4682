import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { nearestNames } from '@shipmate/domain/search';
import { depthsFromStart, type Rule, type RuleAction, type RuleGraph, toRuleGraph } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { requireRule, ruleReference } from './find-rule.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

const connection = z.object({
  action_id: z.string(),
  action_name: z.string(),
  edge_type: z.string(),
  output_port: z.string().nullable(),
});

const explanation = z.object({
  action: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    action_type: z.string(),
    action_config: z.record(z.string(), z.unknown()),
    is_active: z.boolean(),
  }),
  depth_from_start: z.number().int(),
  incoming_from: z.array(connection),
  outgoing_to: z.array(connection),
});

export const explainWorkflowNode = defineTool({
  name: 'explain_workflow_node',
  description:
    'Returns an action of a rule in full: its settings, the connections to and from it, and its distance from the start ' +
    '(-1 if it is not reached). An action type that several actions have returns all of them.',
  effect: 'read',
  input: () =>
    z.object({
      workflow_id: ruleReference.optional(),
      node_name: z.string().min(1).max(300).describe('Name, id or type of the action'),
    }),
  output: () =>
    z.object({
      rule: z.object({ id: z.string(), name: z.string() }),
      matched_by: z.enum(['name', 'id', 'action_type']),
      match_count: z.number().int(),
      explanations: z.array(explanation),
    }),
  async execute({ workflow_id: reference, node_name: wanted }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const rule = await requireRule(ports.workflowRules, principal, reference);
    const { matchedBy, actions } = findActions(rule, wanted);
    const graph = toRuleGraph(rule);
    const depths = depthsFromStart(graph);
    return {
      rule: { id: rule.id, name: rule.name },
      matched_by: matchedBy,
      match_count: actions.length,
      explanations: actions.map((action) => ({
        action: {
          id: action.id,
          name: action.name,
          description: action.description,
          action_type: action.type,
          action_config: action.config,
          is_active: action.isActive,
        },
        depth_from_start: depths.get(action.id) ?? -1,
        ...connectionsOf(action, graph),
      })),
    };
  },
});

function findActions({ name, actions }: Rule, wanted: string) {
  const matches = [
    ['name', actions.filter((action) => action.name.toLowerCase() === wanted.toLowerCase())],
    ['id', actions.filter(({ id }) => id === wanted)],
    ['action_type', actions.filter(({ type }) => type === wanted)],
  ] as const;
  const [matchedBy, found] = matches.find(([, list]) => list.length > 0) ?? ['name', []];
  if (found.length > 0) return { matchedBy, actions: found };
  const names = actions.map((action) => action.name);
  const near = nearestNames(wanted, names);
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The rule "${name}" has no action "${wanted}". ${near.length > 0 ? `Nearest: ${near.join(', ')}.` : `Actions: ${names.slice(0, 30).join(', ') || 'none'}.`}`,
  });
}

function connectionsOf({ id }: RuleAction, { actions, incoming, outgoing }: RuleGraph) {
  const nameOf = (other: string | null): string => (other === null ? '(trigger)' : (actions.get(other)?.name ?? other));
  return {
    incoming_from: (incoming.get(id) ?? []).map(({ source, kind, output }) => ({
      action_id: source ?? '',
      action_name: nameOf(source),
      edge_type: kind,
      output_port: output,
    })),
    outgoing_to: (outgoing.get(id) ?? []).map(({ target, kind, output }) => ({
      action_id: target,
      action_name: nameOf(target),
      edge_type: kind,
      output_port: output,
    })),
  };
}
