import { AppError } from '@shipmate/core';
import { type RuleDefinition, toRuleGraph } from '@shipmate/domain/workflow';
import { z } from 'zod';
import type { CheckedPayload } from './check/check-rule.ts';

const problemSchema = z.object({ path: z.string(), code: z.string(), message: z.string(), hint: z.string() });

/** The result of a validation. */
export const ruleCheckSchema = z.object({
  valid: z.boolean(),
  errors: z.array(problemSchema),
  warnings: z.array(problemSchema),
  action_count: z.number().int(),
  edge_count: z.number().int(),
});

/** Converts checks to a tool's result. */
export function toRuleCheck({ definition, errors, warnings }: CheckedPayload): z.output<typeof ruleCheckSchema> {
  const toProblem = ({ path, code, message, hint }: CheckedPayload['errors'][number]) => ({
    path,
    code,
    message,
    hint,
  });
  return {
    valid: errors.length === 0,
    errors: errors.map(toProblem),
    warnings: warnings.map(toProblem),
    action_count: definition?.actions.length ?? 0,
    edge_count: definition?.edges.length ?? 0,
  };
}

/** Returns the definition of a valid payload. @throws AppError `VALIDATION_ERROR` that lists every error */
export function requireValid({ definition, errors }: CheckedPayload): RuleDefinition {
  if (definition && errors.length === 0) return definition;
  const lines = errors.map(({ path, code, message, hint }) => `${path || 'rule'}: ${message} ${hint} (${code})`.trim());
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The rule has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${lines.join('\n')}`,
    details: { errors: errors.map(({ path, code, message, hint }) => ({ path, code, message, hint })) },
  });
}

/** Counts the actions, edges and branches of a rule. */
export function summarizeRule(definition: RuleDefinition) {
  const { outgoing } = toRuleGraph(definition);
  return {
    node_count: definition.actions.length,
    edge_count: definition.edges.length,
    branch_count: [...outgoing.values()].filter((edges) => edges.length > 1).length,
    action_types_used: [...new Set(definition.actions.map(({ type }) => type))],
  };
}
