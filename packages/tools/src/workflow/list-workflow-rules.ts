import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

/** Number of rules that one result lists. */
const maxShown = 200;

export const listWorkflowRules = defineTool({
  name: 'list_workflow_rules',
  description: 'Lists the automation rules of the organization: id, name, entity, trigger and whether each is active.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        entity_name: z.string(),
        trigger_type: z.string(),
        is_active: z.boolean(),
      }),
    ),
    total: z.number().int(),
    showing: z.number().int(),
    has_more: z.boolean(),
  }),
  async execute(_input, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const rules = await ports.workflowRules.list(principal);
    const shown = rules.slice(0, maxShown);
    return {
      results: shown.map(({ id, name, entity, trigger, isActive }) => ({
        id,
        name,
        entity_name: entity,
        trigger_type: trigger,
        is_active: isActive,
      })),
      total: rules.length,
      showing: shown.length,
      has_more: rules.length > shown.length,
    };
  },
});
