import { z } from 'zod';
import { type Problem, problemSeverities } from '../problems/problem.ts';

const referenceSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
});

/** Wire format of a problem. */
export const problemViewSchema = z.object({
  severity: z.enum(problemSeverities),
  reason: z.string(),
  object: referenceSchema,
  /** The topmost controller of the object, or the object itself. */
  root: referenceSchema,
  message: z.string(),
  evidence: z.array(z.object({ of: z.string().optional(), path: z.string(), value: z.string() })),
  /** True if the problem usually follows from another problem of the same root. */
  isSymptom: z.boolean(),
  next: z.string(),
  since: z.string().optional(),
  /** Other objects of the same root with the same problem. */
  alike: z.array(z.string()),
});

/** Converts to the wire format, with mutable lists as the schema has them. */
export function toProblemView({ evidence, alike, ...problem }: Problem): z.input<typeof problemViewSchema> {
  return { ...problem, evidence: evidence.map((each) => ({ ...each })), alike: [...alike] };
}
