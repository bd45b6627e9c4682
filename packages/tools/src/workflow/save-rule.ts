import { AppError, type ToolContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import {
  describeDifference,
  diffRules,
  formatFlowOutline,
  nameDifference,
  requireRuleRights,
  type Rule,
  type RuleDefinition,
  toRuleConflict,
  toRuleGraph,
} from '@shipmate/domain/workflow';
import { z } from 'zod';
import { checkPayload } from './check-payload.ts';
import { requireValid } from './rule-check-result.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

/** A rule after it was saved. */
export const savedRuleSchema = z.object({
  workflow_id: z.string(),
  name: z.string(),
  revision: z.number().int(),
  is_active: z.boolean(),
});

/**
 * Saves a rule, with its audit entry.
 *
 * @throws AppError `VALIDATION_ERROR` that lists every error; `CONFLICT` when its run has sent a preview, when the rule has changed
 * meanwhile, or when its name is taken; `UNAUTHORIZED` for a token when the rule is active and calls tools.
 */
export async function saveRule(
  { payload, base }: { readonly payload: unknown; readonly base: Rule | undefined },
  context: ToolContext<WorkflowToolPorts>,
): Promise<z.output<typeof savedRuleSchema>> {
  const { principal } = context;
  const definition = await requireSavable({ payload, base }, context);
  requireRuleRights(principal, definition);
  return context.ports.workflowRules.change(async (stores) => {
    const rule = base
      ? await stores.rules.update(principal, base.id, { definition, baseRevision: base.revision })
      : await stores.rules.create(principal, { id: newId(), definition });
    if (!rule) {
      throw await toRuleConflict(stores.rules, principal, {
        ruleId: base?.id ?? '',
        baseRevision: base?.revision ?? 0,
        subject: 'the change',
        next: 'Read the rule again and apply the change to it.',
      });
    }
    const details = { name: rule.name, revision: rule.revision };
    await stores.audit.append(principal, { kind: base ? 'rule_changed' : 'rule_created', subjectId: rule.id, details });
    return { workflow_id: rule.id, name: rule.name, revision: rule.revision, is_active: rule.isActive };
  });
}

/**
 * Describes a rule that a call would save, for the person who approves the call.
 *
 * @throws AppError as {@link saveRule} does
 */
export async function describeSave(
  { payload, base }: { readonly payload: unknown; readonly base: Rule | undefined },
  context: ToolContext<WorkflowToolPorts>,
): Promise<string> {
  const definition = await requireSavable({ payload, base }, context);
  const { name, entity, trigger, isActive } = definition;
  const state = isActive ? 'active' : 'inactive';
  const changes = base && describeDifference(nameDifference(diffRules(base, definition)));
  const head = base
    ? `Change the rule "${base.name}" (revision ${base.revision}): ${changes || 'nothing'}.`
    : `Create the rule "${name}".`;
  return `${head} It is ${state} and runs on ${trigger} of ${entity}:\n${formatFlowOutline(toRuleGraph(definition))}`;
}

/** Checks that a payload is valid and that its run has sent no preview, which the user decides about. */
async function requireSavable(
  { payload, base }: { readonly payload: unknown; readonly base: Rule | undefined },
  context: ToolContext<WorkflowToolPorts>,
): Promise<RuleDefinition> {
  const { principal, runId, ports } = context;
  if (runId !== undefined && (await ports.workflowRules.hasPreview(principal, runId))) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'This run has sent a preview. Stop here: the approval of the user saves the rule.',
    });
  }
  return requireValid(await checkPayload({ payload, base }, context));
}
