import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { fieldConditionSchema } from '../condition/field-condition.ts';
import { ruleNoiseSchema } from '../noise/rule-noise.ts';

/** Limits of a rule. */
const ruleLimits = { name: 255, description: 1_000, actions: 100, edges: 400 } as const;

const name = z.string().trim().min(1).max(ruleLimits.name);

const actionSchema = z.object({
  id: z.string().max(100).optional().describe('Id of an existing action; leave out for a new one'),
  name,
  description: z.string().max(ruleLimits.description).optional(),
  action_type: z.string().min(1).max(100).describe('From discover_action_types'),
  action_config: z.record(z.string(), jsonValueSchema),
  is_active: z.boolean().default(true),
  after: z
    .string()
    .max(600)
    .optional()
    .describe('The action before this one as "Name" or "Name:port"; the first action has none'),
});

const edgeSchema = z.object({
  source_action_id: z.string().max(300).default('').describe('Empty for the start'),
  target_action_id: z.string().max(300).describe('Id of an action, its name, or temp:N for the action at index N'),
  edge_type: z.enum(['start', 'sequence', 'always']),
  source_output: z.string().max(100).nullish(),
  edge_order: z.number().int().min(0).optional(),
});

/** Conditions of a trigger, all of which have to hold. */
const triggerConditionsSchema = z.object({
  field_conditions: z.array(fieldConditionSchema).max(50).default([]),
});

/** The times of a scheduled rule. */
const scheduleSchema = z.object({
  cron: z.string().trim().min(1).max(100).describe('Five fields, such as "30 8 * * 1-5"'),
  time_zone: z.string().min(1).max(100).default('UTC').describe('A name such as Europe/Berlin'),
});

/** A rule as clients and models write it. */
export const workflowPayloadSchema = z.object({
  name,
  description: z.string().max(ruleLimits.description).optional(),
  is_active: z.boolean().default(true),
  entity: z.string().max(300).optional().describe('"schema.table", from discover_entities'),
  entity_id: z.string().max(100).optional(),
  trigger_type: z.string().max(100).optional().describe('on_create, on_update, on_delete, manual or scheduled'),
  trigger_type_id: z.string().max(100).optional(),
  trigger_conditions: triggerConditionsSchema.nullish(),
  noise: ruleNoiseSchema.nullish(),
  schedule: scheduleSchema.nullish(),
  actions: z.array(actionSchema).max(ruleLimits.actions),
  edges: z.array(edgeSchema).max(ruleLimits.edges).nullish(),
  canvas_layout: z.record(z.string(), jsonValueSchema).nullish(),
});

/** A rule as clients write it, with the defaults filled in. */
export type WorkflowPayload = z.output<typeof workflowPayloadSchema>;
/** An action of a payload. */
export type WorkflowPayloadAction = WorkflowPayload['actions'][number];
