import { toAppError } from '@shipmate/core';
import { type EvidenceCall, patchTypes } from '@shipmate/domain/cluster';
import { desiredAspects, riskLevels } from '@shipmate/domain/remediation';
import { z } from 'zod';
import { evidenceOf } from '../../flows/evidence-of.ts';
import { checkWording } from './to-change.ts';

const words = z.string().trim().min(1).max(4_000);
const place = z.string().trim().min(1).max(63);
const object = z
  .string()
  .trim()
  .max(400)
  .regex(/^[^/\s]+\/[^/\s]+$/, 'is kind/name')
  .describe('kind/name');

/** Schema of one action in a model's answer. */
export const actionSchema = z
  .object({
    description: words.describe('What it does, in one sentence for a person.'),
    rationale: words.describe('Why it removes the cause.'),
    risk: z.enum(riskLevels),
    command: z
      .string()
      .max(20_000)
      .describe(
        'kubectl scale, rollout restart, set image, patch (JSON in single quotes) or delete, of one object, with -n.',
      )
      .optional(),
    patch: z
      .object({
        resource: object,
        namespace: place.optional(),
        type: z.enum(patchTypes).default('strategic'),
        patch: z.string().min(1).max(100_000).describe('YAML or JSON.'),
      })
      .optional(),
    purpose: z
      .array(z.enum(desiredAspects))
      .max(desiredAspects.length)
      .default([])
      .describe(
        'Only for a repair that changes desired state: scale (replicas, limits of an autoscaler, suspending), selector, deletion. ' +
          'Undeclared, such a change counts as not resolved.',
      ),
    manifest: z.string().max(100_000).describe('One object to apply, with its namespace, as YAML.').optional(),
  })
  .superRefine((action, context) => {
    try {
      checkWording(action);
    } catch (thrown) {
      context.addIssue({ code: 'custom', message: toAppError(thrown).message });
    }
  });

/** Creates the schema of an investigation's answer. Evidence must cite calls that were made. */
export function toAnswerSchema(calls: readonly EvidenceCall[]) {
  return z.object({
    issueStatus: z.enum(['active', 'resolved', 'non_existent']),
    rootCause: words,
    confidence: z.number().min(0).max(1),
    factors: z.array(words).max(10),
    evidence: evidenceOf(calls),
    affected: z
      .array(z.object({ resource: object, namespace: place.optional() }))
      .max(10)
      .describe('Objects that are unhealthy now and must be healthy afterwards.'),
    remediation: z.object({
      summary: words,
      actions: z
        .array(actionSchema)
        .max(10)
        .describe('In order, each object once. None when nothing is to be changed.'),
    }),
    validation: words.describe('How to verify that it is resolved.'),
  });
}

export type InvestigationAnswer = z.output<ReturnType<typeof toAnswerSchema>>;
