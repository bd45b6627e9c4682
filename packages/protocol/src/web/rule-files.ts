import { ruleFileSchema } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** `GET /api/rules/export`: the rules of the caller's organization as a file, by name. */
export const exportRulesResponseSchema = z.object({
  rules: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type ExportRulesResponse = z.infer<typeof exportRulesResponseSchema>;

/** `POST /api/rules/diff` compares rules with those of the organization; nothing is saved. */
export const diffRulesRequestSchema = ruleFileSchema;

/**
 * `POST /api/rules/apply` saves rules, all or none; rules that it does not name stay. `baseRevisions` are the revisions that were
 * compared, by rule id: CONFLICT when one has changed since.
 */
export const applyRulesRequestSchema = ruleFileSchema.extend({
  baseRevisions: z.record(z.uuid(), z.number().int().min(1)).default({}),
});

/** Response of `POST /api/rules/diff` and `POST /api/rules/apply`. */
export const ruleChangesResponseSchema = z.object({
  changes: z.array(
    z.object({
      ruleId: z.string(),
      name: z.string(),
      change: z.enum(['create', 'update', 'unchanged']),
      /** Null for a new rule. */
      baseRevision: z.number().int().nullable(),
      /** The difference in one line, such as `trigger; added "Mail"`. */
      summary: z.string(),
      warnings: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
  /** Names of the rules that the request does not name; they stay as they are. */
  unnamed: z.array(z.string()),
});
export type RuleChangesResponse = z.infer<typeof ruleChangesResponseSchema>;
