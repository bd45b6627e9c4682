import {
  desiredAspects,
  remediationModes,
  remediationOrigins,
  remediationStatuses,
  riskLevels,
} from '@shipmate/domain/remediation';
import { z } from 'zod';
import { valueOriginSchema } from './value-origins.ts';
import { runSummarySchema } from './runs.ts';

const riskLevel = z.enum(riskLevels);

/** A call of a read tool, which evidence can cite. */
const callSchema = z.object({
  /** `c1`, `c2` … */
  id: z.string(),
  tool: z.string(),
  input: z.unknown(),
  /** Output as the model saw it, truncated to 16,000 characters. */
  output: z.string(),
  isError: z.boolean(),
});

const actionSchema = z.object({
  /** `a1`, `a2` … */
  id: z.string(),
  description: z.string(),
  rationale: z.string(),
  verb: z.enum(['apply', 'patch', 'scale', 'restart', 'delete']),
  /** For example `Deployment shop/web`. */
  object: z.string(),
  /** A unified diff under a heading, from a dry run. */
  difference: z.string(),
  /** The computed risk, and the reasons why it is not lower. */
  risk: z.object({ level: riskLevel, reasons: z.array(z.string()) }),
  /** The model's own assessment. */
  claimedRisk: riskLevel,
  /** The parts of the desired state that it changes on purpose; a person approves them with the plan. */
  purpose: z.array(z.enum(desiredAspects)),
  /** Values of the change that come from untrusted text instead of the person. */
  origins: z.array(valueOriginSchema),
  /** The controller that applies the object from a repository: the change is then only proposed. */
  managedBy: z
    .object({ by: z.enum(['argocd', 'flux', 'helm']), name: z.string(), namespace: z.string().nullable() })
    .nullable(),
  /** `running` also means an unknown outcome; `not_run` is final. */
  status: z.enum(['planned', 'running', 'done', 'failed', 'not_run']),
  error: z.string().nullable(),
});

const healthSchema = z.object({ isHealthy: z.boolean(), state: z.string() });

/** The work on one issue of a cluster, from the question to the outcome. */
export const remediationSchema = z.object({
  id: z.string(),
  issue: z.string(),
  mode: z.enum(remediationModes),
  maxRisk: riskLevel,
  /** The context of the kubeconfig; null for the current one. */
  context: z.string().nullable(),
  /** `provider:model`; null before the default model has answered. */
  model: z.string().nullable(),
  /** Usage and cost of that model; null until it has answered. */
  spent: runSummarySchema.pick({ usage: true, costUsd: true }).nullable(),
  /** The trigger of the remediation. */
  origin: z.enum(remediationOrigins),
  /** The first four are in progress; only `awaiting_approval` can be decided. The others are final. */
  status: z.enum(remediationStatuses),
  /** True while no worker with access to a cluster has claimed it. */
  isQueued: z.boolean(),
  /** True when a stop was requested and no worker has ended it yet. */
  isStopping: z.boolean(),
  /** Reason for the status. */
  reason: z.string().nullable(),
  calls: z.array(callSchema),
  analysis: z
    .object({
      issueStatus: z.enum(['active', 'resolved', 'non_existent']),
      rootCause: z.string(),
      /** The model's own estimate, from 0 to 1. */
      confidence: z.number(),
      factors: z.array(z.string()),
      /** Ids of calls. */
      evidence: z.array(z.string()),
      summary: z.string(),
      validation: z.string(),
    })
    .nullable(),
  plan: z
    .object({
      /** Send it back with an approval, which covers this plan only. */
      hash: z.string(),
      context: z.string(),
      risk: riskLevel,
      actions: z.array(actionSchema),
    })
    .nullable(),
  approval: z.object({ decidedBy: z.enum(['user', 'policy']), actions: z.array(z.string()) }).nullable(),
  /** Health of the objects before and after; `after` is null until they were checked again. */
  checks: z.array(z.object({ object: z.string(), before: healthSchema, after: healthSchema.nullable() })),
  /** The condition that is watched after the change; null when there is none. */
  watch: z
    .object({
      waitingFor: z.string(),
      /** Deadline of the outcome. */
      until: z.string(),
      nextCheckAt: z.string(),
    })
    .nullable(),
  createdAt: z.string(),
  /** Deadline for the approval of the plan. */
  expiresAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RemediationView = z.infer<typeof remediationSchema>;

/** A remediation of a list, without calls and plan. */
export const remediationSummarySchema = remediationSchema.pick({
  id: true,
  issue: true,
  mode: true,
  origin: true,
  status: true,
  reason: true,
  createdAt: true,
  endedAt: true,
});
export type RemediationSummary = z.infer<typeof remediationSummarySchema>;

/** `GET /api/remediations`: the caller's own, newest first. `GET /api/remediations/{id}` returns one. */
export const remediationListResponseSchema = z.object({ remediations: z.array(remediationSummarySchema) });
export type RemediationListResponse = z.infer<typeof remediationListResponseSchema>;

/** `POST /api/remediations` starts one on a worker, and returns it with 202. */
export const remediationRequestSchema = z.strictObject({
  issue: z.string().trim().min(1).max(2_000),
  mode: z.enum(remediationModes).default('manual'),
  /**
   * In automatic mode: the highest computed risk of a listed change that the policy approves. Any other change requires
   * a person's approval.
   */
  maxRisk: riskLevel.default('low'),
  context: z.string().trim().min(1).max(253).nullable().default(null),
  /** `provider:model`; without it, the default model. */
  model: z.string().trim().min(1).max(200).nullable().default(null),
});
export type RemediationRequest = z.input<typeof remediationRequestSchema>;

/**
 * `POST /api/remediations/{id}/stop` returns the remediation: `stopped`, or with `isStopping` during a change, after
 * which no other is made. One that has ended is unchanged.
 *
 * `POST /api/remediations/{id}/decision` returns the remediation. A plan that is not pending, or differs from the one
 * on the screen, is a CONFLICT. Actions that are not listed are not run.
 */
export const remediationDecisionRequestSchema = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    planHash: z.string().min(1).max(200),
    actions: z.array(z.string().max(20)).max(20).optional(),
  }),
  z.strictObject({ decision: z.literal('deny'), reason: z.string().trim().max(2_000).optional() }),
]);
export type RemediationDecisionRequest = z.input<typeof remediationDecisionRequestSchema>;
