import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

/** Number of rules that one result lists. */
const maxShown = 200;

export const listWorkflowRules = defineTool({
  name: 'list_workflow_rules',
  description: 'Lists the automation rules of the organization: id, name, entity, trigger and whether each is active.',
  effect: 'read',
  input: () => z.object({ page: z.int().min(1).max(1_000).default(1).describe('From 1') }),
  output: () =>
    z.object({
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
  async execute({ page }, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const offset = (page - 1) * maxShown;
    const { rules: shown, total } = await ports.workflowRules.listPage(principal, { offset, limit: maxShown });
    return {
      results: shown.map(({ id, name, entity, trigger, isActive }) => ({
        id,
        name,
        entity_name: entity,
        trigger_type: trigger,
        is_active: isActive,
      })),
      total,
      showing: shown.length,
      has_more: offset + shown.length < total,
    };
  },
});
