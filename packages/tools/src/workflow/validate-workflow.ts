import { defineTool, type ToolContext, jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { checkPayload } from './check-payload.ts';
import { findRule, ruleReference } from './find-rule.ts';
import { ruleCheckSchema, toRuleCheck } from './rule-check-result.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

/** A payload by reference: its schema is sent once, with preview_workflow. */
export const workflowByReference = z
  .record(z.string(), jsonValueSchema)
  .describe('The payload; its schema is that of preview_workflow');

export const validateWorkflow = defineTool({
  name: 'validate_workflow',
  description:
    'Checks a rule without saving or showing it. Returns all errors and warnings, each with its path and the fix.',
  effect: 'read',
  input: () =>
    z.object({
      workflow_id: ruleReference.optional().describe('The rule that the payload changes; leave out for a new one'),
      workflow: workflowByReference,
    }),
  output: ruleCheckSchema,
  async execute({ workflow_id: reference, workflow }, context: ToolContext<WorkflowToolPorts>) {
    const { workflowRules: rules } = context.ports;
    const base = reference === undefined ? undefined : await findRule(rules, context.principal, reference);
    return toRuleCheck(await checkPayload({ payload: workflow, base }, context));
  },
});
