import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { findRule, ruleReference } from './find-rule.ts';
import { describeSave, savedRuleSchema, saveRule } from './save-rule.ts';
import { workflowByReference } from './validate-workflow.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const updateWorkflow = defineTool({
  name: 'update_workflow',
  description:
    'Saves a change of a rule without a preview. Use it only when the user asks for that; else use preview_workflow.',
  effect: 'write',
  input: z.object({ workflow_id: ruleReference, workflow: workflowByReference }),
  output: savedRuleSchema,
  async execute({ workflow_id: reference, workflow }, context: ToolContext<WorkflowToolPorts>) {
    const base = await findRule(context.ports.workflowRules, context.principal, reference);
    return saveRule({ payload: workflow, base }, context);
  },
  async preview({ workflow_id: reference, workflow }, context: ToolContext<WorkflowToolPorts>) {
    const base = await findRule(context.ports.workflowRules, context.principal, reference);
    return describeSave({ payload: workflow, base }, context);
  },
});
