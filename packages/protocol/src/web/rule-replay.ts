import { jsonValueSchema } from '@shipmate/core';
import { fieldConditionSchema, suppressionKinds, triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { ruleDefinitionSchema, ruleTestResultSchema } from './rules.ts';

const name = z.string().trim().min(1).max(255);
const row = z.record(z.string(), jsonValueSchema);
const { actions, edges, schedule } = ruleDefinitionSchema.shape;

/** The content of a rule in a request. It is checked as a change of the rule is; an error refuses the request. */
export const proposedDefinitionSchema = ruleDefinitionSchema.strict().extend({
  name,
  description: z.string().max(1_000).default(''),
  isActive: z.boolean().default(true),
  entity: z.string().max(300),
  trigger: z.enum(triggerNames),
  triggerConditions: z.array(fieldConditionSchema).max(50).default([]),
  schedule: schedule.unwrap().strict().optional(),
  actions: z.array(actions.element.strict().extend({ name, description: z.string().max(1_000).default('') })).max(100),
  edges: z.array(edges.element.strict()).max(400),
});

/** Results that actions are assumed to have, by their id or name; any other action works. */
const mocks = z
  .record(z.string().max(255), z.strictObject({ port: z.string().min(1).max(100), output: jsonValueSchema.optional() }))
  .refine((fields) => Object.keys(fields).length <= 100, 'must have at most 100 actions');

/** `POST /api/rules/{id}/test` tries a rule, or another content of it, with a row. Nothing takes effect. */
export const testRuleRequestSchema = z.strictObject({
  row,
  /** The row before the change, for `on_update`. */
  before: row.nullish(),
  entityKey: z.string().max(300).optional(),
  mocks: mocks.default({}),
  /** Default: the stored rule. */
  definition: proposedDefinitionSchema.optional(),
});
export type TestRuleRequest = z.input<typeof testRuleRequestSchema>;

/** Response of `POST /api/rules/{id}/test`. */
export const testRuleResponseSchema = z.object({
  wouldTrigger: z.boolean(),
  conditions: z.array(
    z.object({ condition: z.looseObject({ field_name: z.string(), operator: z.string() }), holds: z.boolean() }),
  ),
  /** In the order of their execution; those that are not reached last. */
  actions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      outcome: z.enum(['run', 'skipped', 'not_reached']),
      port: z.string().nullable(),
      /** True if the port is assumed, because the action did not act. */
      isAssumed: z.boolean(),
      /** The configuration with rendered templates. */
      input: jsonValueSchema,
      error: z.string().nullable(),
    }),
  ),
});
export type TestRuleResponse = z.infer<typeof testRuleResponseSchema>;

/** `POST /api/rules/{id}/replay` replays stored events through another content of a rule, beside the current one. */
export const replayRuleRequestSchema = z.strictObject({
  /** At most 92 days before `to`. */
  from: z.iso.datetime({ offset: true }),
  /** Default: now. */
  to: z.iso.datetime({ offset: true }).optional(),
  definition: proposedDefinitionSchema.optional(),
  /** The id of the caller's preview to replay, in place of a definition. */
  previewId: z.string().max(100).optional(),
  /** The revision to replay, in place of a definition. */
  revision: z.number().int().min(1).optional(),
});
export type ReplayRuleRequest = z.input<typeof replayRuleRequestSchema>;

/** `POST /api/rules/replay` replays stored events through a rule that is not saved yet: a definition, or the caller's preview. */
export const replayNewRuleRequestSchema = replayRuleRequestSchema.omit({ revision: true });

/** The reactions of one content of a rule to stored events. */
export const replaySchema = z.object({
  /** Such as `Would have run 14 times (3 send_email); 2 events suppressed.` */
  summary: z.string(),
  /** Events that were read, at most 10,000. */
  events: z.number().int(),
  matched: z.number().int(),
  runs: z.number().int(),
  /** Suppressed events by kind. */
  suppressed: z.partialRecord(z.enum(suppressionKinds), z.number().int()),
  /** Actions that would have run, by type. */
  actions: z.record(z.string(), z.number().int()),
  /** The last 50 decisions, oldest first. */
  decisions: z.array(
    z.object({
      eventId: z.string(),
      entityKey: z.string(),
      at: z.string(),
      /** Null for an event that would have begun an execution. */
      suppressedBy: z.enum(suppressionKinds).nullable(),
      reason: z.string(),
      /** Names of the actions that would have run. */
      actions: z.array(z.string()),
    }),
  ),
  /** False if there are more events than were read; then the result covers the time until `replayedUntil`. */
  isComplete: z.boolean(),
  replayedUntil: z.string(),
});
export type ReplayView = z.infer<typeof replaySchema>;

/** Response of `POST /api/rules/{id}/replay`. */
export const replayRuleResponseSchema = z.object({
  from: z.string(),
  to: z.string(),
  proposed: replaySchema,
  current: replaySchema,
});
export type ReplayRuleResponse = z.infer<typeof replayRuleResponseSchema>;

/** Response of `POST /api/rules/replay`. */
export const replayNewRuleResponseSchema = replayRuleResponseSchema.omit({ current: true });
export type ReplayNewRuleResponse = z.infer<typeof replayNewRuleResponseSchema>;

const expected = z.strictObject({
  /** Executions that begin. */
  runs: z.number().int().min(0).max(20),
  /** Ids or names of the actions that run; no other action runs. */
  actions: z.array(z.string().max(255)).max(100),
});
const testEvent = z.strictObject({
  entityKey: z.string().max(300),
  row,
  before: row.nullable().default(null),
  at: z.iso.datetime({ offset: true }),
});

/** `POST /api/rules/{id}/tests` saves a test, from a past execution or from events, and returns 201. `DELETE …/tests/{testId}` removes it. */
export const saveRuleTestRequestSchema = z.union([
  z.strictObject({ name, executionId: z.string().max(100) }),
  z.strictObject({ name, events: z.array(testEvent).min(1).max(20), mocks: mocks.default({}), expected }),
]);
export type SaveRuleTestRequest = z.input<typeof saveRuleTestRequestSchema>;

/** A saved test of a rule. */
export const ruleTestSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(testEvent.extend({ before: row.nullable(), at: z.string() })),
  mocks,
  expected,
  createdAt: z.string(),
});
export type RuleTestView = z.infer<typeof ruleTestSchema>;

/** `GET /api/rules/{id}/tests`: the saved tests of a rule, by name. */
export const ruleTestListResponseSchema = z.object({ tests: z.array(ruleTestSchema) });
export type RuleTestListResponse = z.infer<typeof ruleTestListResponseSchema>;

/** `POST /api/rules/{id}/tests/run` runs the saved tests against the stored rule, or against a definition. */
export const runRuleTestsRequestSchema = z.strictObject({ definition: proposedDefinitionSchema.optional() });
export const runRuleTestsResponseSchema = z.object({ results: z.array(ruleTestResultSchema) });
export type RunRuleTestsResponse = z.infer<typeof runRuleTestsResponseSchema>;

const query = z.string().min(1).max(300);

/** Query of `GET /api/rules/uses`: `entity`, `entity` and `field`, `user`, or `action_type`. */
export const ruleUsesQuerySchema = z.union(
  [
    z.strictObject({ entity: query, field: query.optional() }),
    z.strictObject({ user: query }),
    z.strictObject({ action_type: query }),
  ],
  'Name an entity, an entity and a field, a user, or an action_type.',
);

/** Response of `GET /api/rules/uses`: the places of rules that name it, at most 1000. */
export const ruleUsesResponseSchema = z.object({
  uses: z.array(
    z.object({
      ruleId: z.string(),
      ruleName: z.string(),
      isActive: z.boolean(),
      /** Null outside of an action. */
      action: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Location in the payload, for example `actions[1].action_config.title`. */
      path: z.string(),
    }),
  ),
});
export type RuleUsesResponse = z.infer<typeof ruleUsesResponseSchema>;
