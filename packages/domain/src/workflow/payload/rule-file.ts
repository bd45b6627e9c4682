import { z } from 'zod';
import { workflowPayloadSchema } from './workflow-payload.ts';

const { trigger_conditions: conditions, schedule, actions, edges } = workflowPayloadSchema.shape;
const maxRules = 500;

/** A rule in a file: a payload with the rule's id, in which an unknown field is an error. */
const ruleEntrySchema = workflowPayloadSchema
  .omit({ entity_id: true, trigger_type_id: true, canvas_layout: true })
  .extend({
    /** Absent for a rule that is found by its name. */
    id: z.uuid().optional(),
    trigger_conditions: conditions.unwrap().unwrap().strict().nullish(),
    schedule: schedule.unwrap().unwrap().strict().nullish(),
    actions: z.array(actions.element.strict()).max(100),
    edges: z.array(edges.unwrap().unwrap().element.strict()).max(400).nullish(),
  })
  .strict();

/** Rules as a file holds them. */
export const ruleFileSchema = z.strictObject({ rules: z.array(ruleEntrySchema).max(maxRules) });

/** Rules of a file, with the defaults filled in. */
export type RuleFile = z.output<typeof ruleFileSchema>;
