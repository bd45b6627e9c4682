import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { describeSave, savedRuleSchema, saveRule } from './save-rule.ts';
import { workflowByReference } from './validate-workflow.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const createWorkflow = defineTool({
  name: 'create_workflow',
  description:
    'Saves a new rule without a preview. Use it only when the user asks for that; else use preview_workflow.',
  effect: 'write',
  input: () => z.object({ workflow: workflowByReference }),
  output: savedRuleSchema,
  execute: ({ workflow }, context: ToolContext<WorkflowToolPorts>) =>
    saveRule({ payload: workflow, base: undefined }, context),
  preview: ({ workflow }, context: ToolContext<WorkflowToolPorts>) =>
    describeSave({ payload: workflow, base: undefined }, context),
});
