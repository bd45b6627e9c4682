import type { ToolContext } from '@shipmate/core';
import type { Rule, RuleDefinition } from '@shipmate/domain/workflow';
import type { CheckedPayload, RuleReferences } from './check/check-rule.ts';
import { requireValid } from './rule-check-result.ts';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

type CheckContext = Pick<
  ToolContext<Pick<WorkflowToolPorts, 'workflowRules' | 'compute'>>,
  'ports' | 'principal' | 'signal'
>;

/** Checks a payload against the rules, entities and members of the caller's organization. */
export async function checkPayload(
  { payload, base }: { readonly payload: unknown; readonly base: Rule | undefined },
  context: CheckContext,
): Promise<CheckedPayload> {
  const input = { ...(await readReferences(context)), payload, base };
  return context.ports.compute.run('checkRule', [input], context);
}

/**
 * Checks the content of a stored or previewed rule, which others may have invalidated since.
 *
 * @throws AppError `VALIDATION_ERROR` that lists every error
 */
export async function requireValidDefinition(
  { definition, ruleId }: { readonly definition: RuleDefinition; readonly ruleId: string | undefined },
  context: CheckContext,
): Promise<void> {
  const input = { ...(await readReferences(context)), definition, ruleId };
  requireValid(await context.ports.compute.run('checkDefinition', [input], context));
}

async function readReferences({ ports, principal }: CheckContext): Promise<RuleReferences> {
  const { workflowRules: rules } = ports;
  const [entities, members, others] = await Promise.all([
    rules.listEntities(principal),
    rules.listMembers(principal),
    rules.list(principal),
  ]);
  return { entities, userIds: members.map(({ id }) => id), others };
}
