import { type Problem, problemSeverities } from '@shipmate/domain/cluster';
import { z } from 'zod';

const referenceSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
});

/** A problem as tools answer it. */
export const problemSchema = z.object({
  severity: z.enum(problemSeverities),
  reason: z.string(),
  object: referenceSchema,
  /** What controls the object in the end, or the object itself. */
  root: referenceSchema,
  message: z.string(),
  evidence: z.array(z.object({ of: z.string().optional(), path: z.string(), value: z.string() })),
  /** Whether it mostly follows from another problem of the same root. */
  isSymptom: z.boolean(),
  next: z.string(),
  since: z.string().optional(),
  /** Other objects of the same root with the same problem. */
  alike: z.array(z.string()),
});

/** A problem with lists that may be changed, as a schema has them. */
export function toProblemView({ evidence, alike, ...problem }: Problem): z.input<typeof problemSchema> {
  return { ...problem, evidence: evidence.map((each) => ({ ...each })), alike: [...alike] };
}
