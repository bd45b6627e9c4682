import { AppError } from '@shipmate/core';
import { z } from 'zod';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { takeStep } from '../take-step.ts';

/** The parts of results that the demo reads. */
const results = {
  list_workflow_rules: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        entity_name: z.string(),
        trigger_type: z.string(),
        is_active: z.boolean(),
      }),
    ),
  }),
  get_workflow_rule: z.object({
    rule: z.object({
      name: z.string(),
      description: z.string(),
      is_active: z.boolean(),
      entity: z.string(),
      trigger_type: z.string(),
      actions: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    summary: z.object({ flow_outline: z.string() }),
  }),
  discover_trigger_types: z.object({
    trigger_types: z.array(z.object({ name: z.string(), description: z.string() })),
  }),
  discover_entities: z.object({
    entities: z.array(z.object({ name: z.string(), fields: z.array(z.string()) })),
  }),
  preview_workflow: z.object({ status: z.string(), warnings: z.array(z.string()).default([]) }),
} as const;
type ResultName = keyof typeof results;

/** Yields a call of a tool of rules and returns the parts of its result that the demo reads. */
export function* callTool<Name extends ResultName>(
  name: Name,
  input: object,
  say?: string,
): DemoSteps<z.output<(typeof results)[Name]>> {
  const output = yield* takeStep({ ...(say !== undefined && { say }), call: { name, input } });
  const parsed = results[name].safeParse(parseJson(output));
  if (parsed.success) return parsed.data as z.output<(typeof results)[Name]>;
  throw new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `${name} returned a result that the demo model does not read.`,
  });
}
