import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { type Rule, toRuleConflict } from '@shipmate/domain/workflow';
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
  input: () =>
    z.object({
      workflow_id: ruleReference,
      base_revision: z
        .int()
        .min(1)
        .optional()
        .describe('Revision that get_workflow_rule returned; required when a person approves the call'),
      workflow: workflowByReference,
    }),
  output: savedRuleSchema,
  async execute({ workflow_id: reference, workflow, base_revision: revision }, context: UpdateContext) {
    const base = await findBase({ reference, revision }, context);
    return saveRule({ payload: workflow, base }, context);
  },
  // The approval covers the input, so that the revision in it is the one that the person saw.
  async preview({ workflow_id: reference, workflow, base_revision: revision }, context: UpdateContext) {
    if (revision === undefined) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'base_revision is missing. Read the rule with get_workflow_rule and send its revision.',
        details: { field: 'base_revision' },
      });
    }
    const base = await findBase({ reference, revision }, context);
    return describeSave({ payload: workflow, base }, context);
  },
});

type UpdateContext = ToolContext<WorkflowToolPorts>;

/** Finds the rule to change. @throws AppError `CONFLICT` with the difference when it is no longer at the revision */
async function findBase(
  { reference, revision }: { readonly reference: string; readonly revision: number | undefined },
  { ports: { workflowRules: rules }, principal }: UpdateContext,
): Promise<Rule> {
  const base = await findRule(rules, principal, reference);
  if (revision === undefined || revision === base.revision) return base;
  throw await toRuleConflict(rules, principal, {
    ruleId: base.id,
    baseRevision: revision,
    subject: 'the change',
    next: 'Read the rule with get_workflow_rule and apply the change to it.',
  });
}
