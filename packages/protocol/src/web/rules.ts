import { jsonValueSchema } from '@shipmate/core';
import { rulePreviewStatuses, ruleNoiseSchema, triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';

const definition = {
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  /** `schema.table`. */
  entity: z.string(),
  trigger: z.enum(triggerNames),
};

/** The times of a scheduled rule, also in words: `At 08:30, Monday through Friday (Europe/Berlin)`. */
const schedule = z.object({ cron: z.string(), timeZone: z.string(), text: z.string() }).optional();

/** The content of a rule: its trigger and the graph of its actions. */
export const ruleDefinitionSchema = z.object({
  ...definition,
  triggerConditions: z.array(z.looseObject({ field_name: z.string(), operator: z.string() })),
  /** Absent for one execution per event. */
  noise: ruleNoiseSchema.optional(),
  schedule,
  actions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      type: z.string(),
      config: z.record(z.string(), jsonValueSchema),
      isActive: z.boolean(),
    }),
  ),
  edges: z.array(
    z.object({
      kind: z.enum(['start', 'sequence', 'always']),
      /** Null for the start of the rule. */
      source: z.string().nullable(),
      target: z.string(),
      /** The output that a `sequence` edge follows; null to follow every one. */
      output: z.string().nullable(),
      order: z.number(),
    }),
  ),
});
export type RuleDefinitionView = z.infer<typeof ruleDefinitionSchema>;

const stored = {
  id: z.string(),
  /** Counted from 1; every change creates the next one. */
  revision: z.number().int(),
  updatedAt: z.string(),
};

/** Query of `GET /api/rules`. */
export const ruleListQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(500),
});

/** `GET /api/rules`: the rules of the caller's organization, by name; `total` counts those on all pages. */
export const ruleListResponseSchema = z.object({
  rules: z.array(z.object({ ...stored, ...definition, schedule, actionCount: z.number().int() })),
  total: z.number().int(),
});
export type RuleListResponse = z.infer<typeof ruleListResponseSchema>;
export type RuleSummaryView = RuleListResponse['rules'][number];

/** `GET /api/rules/{id}`; requests that change a rule return it too. `DELETE /api/rules/{id}` removes it. */
export const ruleSchema = z.object({
  ...ruleDefinitionSchema.shape,
  ...stored,
  ownerName: z.string(),
  /** True if the owner is no longer a member: the rule does nothing until another member saves it. */
  ownerHasLeft: z.boolean(),
  createdAt: z.string(),
  /** Output ports of the types of its actions, the default one first. */
  ports: z.record(z.string(), z.array(z.string())),
});
export type RuleView = z.infer<typeof ruleSchema>;

/** `GET /api/rules/{id}/revisions`: newest first, at most 100. */
export const ruleRevisionsResponseSchema = z.object({
  revisions: z.array(
    z.object({
      revision: z.number().int(),
      changedByName: z.string(),
      createdAt: z.string(),
      definition: ruleDefinitionSchema,
      /** The change since the revision before it; names of fields, actions and edges. */
      difference: z.object({
        fields: z.array(z.string()),
        added: z.array(z.string()),
        removed: z.array(z.string()),
        changed: z.array(z.string()),
        addedEdges: z.array(z.string()),
        removedEdges: z.array(z.string()),
      }),
    }),
  ),
});
export type RuleRevisionsResponse = z.infer<typeof ruleRevisionsResponseSchema>;
export type RuleRevisionView = RuleRevisionsResponse['revisions'][number];

const baseRevision = z.number().int().min(1);

/**
 * `PATCH /api/rules/{id}` enables or disables a rule. `baseRevision` is the revision that the person saw: CONFLICT when the rule has
 * changed since.
 */
export const changeRuleRequestSchema = z.strictObject({ isActive: z.boolean(), baseRevision });

/** `POST /api/rules/{id}/revisions/{n}/restore` stores the content of an earlier revision as the next one. */
export const restoreRuleRequestSchema = z.strictObject({ baseRevision });

/** The result of a saved test. */
export const ruleTestResultSchema = z.object({
  id: z.string(),
  name: z.string(),
  isPassed: z.boolean(),
  /** One sentence for each difference. */
  differences: z.array(z.string()),
});
export type RuleTestResultView = z.infer<typeof ruleTestResultSchema>;

/** `GET /api/rules/previews/{id}`: a proposed rule, or a proposed change of one, for its recipient. */
export const rulePreviewSchema = z.object({
  id: z.string(),
  description: z.string(),
  status: z.enum(rulePreviewStatuses),
  definition: ruleDefinitionSchema,
  /** The rule's content at `baseRevision`, or now if that revision is no longer kept; null for a new rule. */
  before: ruleDefinitionSchema.nullable(),
  ruleId: z.string().nullable(),
  /** The revision that the change is based on; null for a new rule. */
  baseRevision: z.number().int().nullable(),
  /** The rule's revision now; if it is not `baseRevision`, the preview can no longer be accepted. */
  currentRevision: z.number().int().nullable(),
  /** The rule that accepting it created or changed; null before. */
  acceptedRuleId: z.string().nullable(),
  createdAt: z.string(),
  /** The results of the rule's saved tests with this content; empty in lists. */
  tests: z.array(ruleTestResultSchema),
});
export type RulePreviewView = z.infer<typeof rulePreviewSchema>;

/** `GET /api/rules/previews`: the caller's pending previews, newest first. */
export const rulePreviewListResponseSchema = z.object({ previews: z.array(rulePreviewSchema) });
export type RulePreviewListResponse = z.infer<typeof rulePreviewListResponseSchema>;

/**
 * `POST /api/rules/conversations` asks the agent of rules and returns 201. `POST /api/chat` continues the conversation.
 */
export const ruleQuestionRequestSchema = z.strictObject({
  message: z.string().trim().min(1).max(20_000),
  /** The rule that the question is about. */
  ruleId: z.string().optional(),
  model: z.string().optional(),
});
export type RuleQuestionRequest = z.input<typeof ruleQuestionRequestSchema>;

export const ruleQuestionResponseSchema = z.object({ conversationId: z.string(), runId: z.string() });
export type RuleQuestionResponse = z.infer<typeof ruleQuestionResponseSchema>;
