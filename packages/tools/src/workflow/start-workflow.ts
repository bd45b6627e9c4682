import { defineTool, jsonValueSchema, type ToolContext } from '@shipmate/core';
import { startRule } from '@shipmate/domain/use-cases';
import { z } from 'zod';
import { findRule, ruleReference } from './find-rule.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const startWorkflow = defineTool({
  name: 'start_workflow',
  description:
    'Starts an active rule with the trigger manual, under the rights of its owner: for a row of its entity, with values, or with values ' +
    'in place of those of the row. Returns the id of the execution, which runs on.',
  effect: 'write',
  input: () =>
    z.object({
      workflow_id: ruleReference,
      entity_key: z.string().min(1).max(300).optional().describe('Key of a row of the entity of the rule'),
      values: z.record(z.string().max(200), jsonValueSchema).optional().describe('Values by field of the entity'),
    }),
  output: () => z.object({ workflow_id: z.string(), name: z.string(), execution_id: z.string() }),
  async execute({ workflow_id: reference, entity_key: entityKey, values }, context: ToolContext<WorkflowToolPorts>) {
    const { principal, ports } = context;
    const { id, name } = await findRule(ports.workflowRules, principal, reference);
    const start = { ruleId: id, entityKey, values };
    const executionId = await ports.workflowRules.start((stores) => startRule(stores, principal, start));
    return { workflow_id: id, name, execution_id: executionId };
  },
  async preview({ workflow_id: reference, entity_key: key, values = {} }, context: ToolContext<WorkflowToolPorts>) {
    const rule = await findRule(context.ports.workflowRules, context.principal, reference);
    const row = key === undefined ? 'without a row' : `for the row "${key}" of ${rule.entity}`;
    return `Start the rule "${rule.name}" (revision ${rule.revision}) ${row}, with the values ${JSON.stringify(values)}.`;
  },
});
