import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';

const jsonSchemaSchema = z.record(z.string(), jsonValueSchema);

/** `GET /api/rules/editor`: the types of actions, and the members and roles to whom actions refer. */
export const ruleEditorResponseSchema = z.object({
  actionTypes: z.array(
    z.object({
      type: z.string(),
      category: z.string(),
      description: z.string(),
      /** Output ports, the default port first. */
      ports: z.array(z.string()),
      /** JSON Schema of the configuration. */
      schema: jsonSchemaSchema,
    }),
  ),
  /** JSON Schema of the noise control of a rule. */
  noiseSchema: jsonSchemaSchema,
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  roles: z.array(z.string()),
});
export type RuleEditorResponse = z.infer<typeof ruleEditorResponseSchema>;

/** `POST /api/rules/check` checks the payload of a rule as `validate_workflow` does. */
export const checkRuleRequestSchema = z.strictObject({
  /** The rule in the form of the tool `preview_workflow`. */
  workflow: z.unknown(),
  /** The rule that the payload changes. */
  ruleId: z.string().optional(),
});

/** Response of `POST /api/rules/check`. Problems of severity `error` prevent that the rule is saved. */
export const checkRuleResponseSchema = z.object({
  problems: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      /** Location in the payload, for example `actions[1].action_config.title`; empty for the whole rule. */
      path: z.string(),
      code: z.string(),
      message: z.string(),
      /** The next step; empty if the message says it. */
      hint: z.string(),
    }),
  ),
});
export type CheckRuleResponse = z.infer<typeof checkRuleResponseSchema>;
export type RuleProblemView = CheckRuleResponse['problems'][number];

/**
 * `POST /api/rules/previews` stores a checked rule as the caller's preview and returns its id with 201. VALIDATION_ERROR lists every error;
 * CONFLICT when the rule is no longer at `baseRevision`.
 */
export const createPreviewRequestSchema = z.strictObject({
  workflow: z.unknown(),
  description: z.string().trim().min(1).max(1_000),
  /** The rule to change, at the revision that the person saw; absent for a new rule. */
  base: z.strictObject({ ruleId: z.string(), revision: z.number().int().min(1) }).optional(),
});

export const createPreviewResponseSchema = z.object({ previewId: z.string() });
export type CreatePreviewResponse = z.infer<typeof createPreviewResponseSchema>;
