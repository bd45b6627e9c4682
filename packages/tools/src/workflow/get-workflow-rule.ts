import { defineTool, type ToolContext } from '@shipmate/core';
import { describeRecurrence } from '@shipmate/domain/schedule';
import { formatFlowOutline, toPayload, toRuleGraph } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { requireRule, ruleReference } from './find-rule.ts';
import { summarizeRule } from './rule-check-result.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const getWorkflowRule = defineTool({
  name: 'get_workflow_rule',
  description:
    'Returns a rule by id or name: its payload, as preview_workflow takes it for a change, and an outline of its flow. ' +
    '`rule` says which rule this is: a name can be replaced by the rule that the user has open.',
  effect: 'read',
  input: () => z.object({ workflow_id: ruleReference.optional() }),
  output: () =>
    z.object({
      workflow_id: z.string(),
      revision: z.number().int(),
      schedule: z.string().optional().describe('The times of a scheduled rule in words'),
      rule: z.record(z.string(), z.unknown()),
      summary: z.object({
        node_count: z.number().int(),
        edge_count: z.number().int(),
        branch_count: z.number().int(),
        action_types_used: z.array(z.string()),
        flow_outline: z.string(),
      }),
    }),
  async execute({ workflow_id: reference }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const rule = await requireRule(ports.workflowRules, principal, reference);
    return {
      workflow_id: rule.id,
      revision: rule.revision,
      ...(rule.schedule && { schedule: describeRecurrence(rule.schedule) }),
      rule: toPayload(rule),
      summary: { ...summarizeRule(rule), flow_outline: formatFlowOutline(toRuleGraph(rule)) },
    };
  },
});
