import { defineTool, type ToolContext } from '@shipmate/core';
import { workflowPayloadSchema } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { findRule, ruleReference } from './find-rule.ts';
import { previewEvents, previewSchema, previewToModel, sendPreview } from './send-preview.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const previewWorkflow = defineTool({
  name: 'preview_workflow',
  description:
    'Checks a whole rule and shows it to the user for approval; nothing is saved. Use names for entity and trigger_type, and `after` ' +
    'in place of edges. Keep the ids of existing actions when you change a rule. Stop after it: the approval saves the rule.',
  effect: 'read',
  input: () =>
    z.object({
      workflow_id: ruleReference.optional().describe('The rule to change; leave out for a new one'),
      workflow: workflowPayloadSchema,
      description: z.string().trim().min(1).max(1_000).describe('The change in one or two sentences, for the user'),
    }),
  output: previewSchema,
  async execute({ workflow_id: reference, workflow, description }, context: ToolContext<WorkflowToolPorts>) {
    const { workflowRules: rules } = context.ports;
    const base = reference === undefined ? undefined : await findRule(rules, context.principal, reference);
    return sendPreview({ payload: workflow, base, description }, context);
  },
  toModel: previewToModel,
  clientEvents: previewEvents,
});
