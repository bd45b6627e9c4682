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

/** A call of a tool that reads, which evidence can be. */
const callSchema = z.object({
  /** `c1`, `c2` … */
  id: z.string(),
  tool: z.string(),
  input: z.unknown(),
  /** What the model saw, cut after 16,000 characters. */
  output: z.string(),
  isError: z.boolean(),
});

const actionSchema = z.object({
  /** `a1`, `a2` … */
  id: z.string(),
  description: z.string(),
  rationale: z.string(),
  verb: z.enum(['apply', 'patch', 'scale', 'restart', 'delete']),
  /** Such as `Deployment shop/web`. */
  object: z.string(),
  /** A unified diff under a heading, of a dry run. */
  difference: z.string(),
  /** As we compute it, and why it is not lower. */
  risk: z.object({ level: riskLevel, reasons: z.array(z.string()) }),
  /** What the model says. */
  claimedRisk: riskLevel,
  /** The parts of the desired state that it changes on purpose; a person approves them with the plan. */
  purpose: z.array(z.enum(desiredAspects)),
  /** Values of the change that come from untrusted text and not from the person. */
  origins: z.array(valueOriginSchema),
  /** Who makes the object from a repository: the change is only proposed then. */
  managedBy: z
    .object({ by: z.enum(['argocd', 'flux', 'helm']), name: z.string(), namespace: z.string().nullable() })
    .nullable(),
  /** `running` says that nobody knows whether it took effect; `not_run` that it will not be made. */
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
  /** `provider:model`; null while the default model has not answered yet. */
  model: z.string().nullable(),
  /** What that model has cost; null until it has answered. */
  spent: runSummarySchema.pick({ usage: true, costUsd: true }).nullable(),
  /** What began it. */
  origin: z.enum(remediationOrigins),
  /** The first four are on the way; only `awaiting_approval` can be decided. The others are final. */
  status: z.enum(remediationStatuses),
  /** Whether somebody wants it stopped, and a worker has not ended it yet. */
  isStopping: z.boolean(),
  /** Why it stands there. */
  reason: z.string().nullable(),
  calls: z.array(callSchema),
  analysis: z
    .object({
      issueStatus: z.enum(['active', 'resolved', 'non_existent']),
      rootCause: z.string(),
      /** As the model puts it, from 0 to 1. */
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
      /** To be sent back with an approval, which is good for this plan alone. */
      hash: z.string(),
      context: z.string(),
      risk: riskLevel,
      actions: z.array(actionSchema),
    })
    .nullable(),
  approval: z.object({ decidedBy: z.enum(['user', 'policy']), actions: z.array(z.string()) }).nullable(),
  /** Objects as they were before, and after; `after` is null until they were looked at again. */
  checks: z.array(z.object({ object: z.string(), before: healthSchema, after: healthSchema.nullable() })),
  /** What is being waited for after the change; null when nothing is. */
  watch: z
    .object({
      waitingFor: z.string(),
      /** When the outcome is known at the latest. */
      until: z.string(),
      nextCheckAt: z.string(),
    })
    .nullable(),
  createdAt: z.string(),
  /** Until when the plan can be approved. */
  expiresAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type RemediationView = z.infer<typeof remediationSchema>;

/** One of a list, without what was looked at and what is planned. */
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

/** `GET /api/remediations`: the caller's own, newest first. `GET /api/remediations/{id}` answers one. */
export const remediationListResponseSchema = z.object({ remediations: z.array(remediationSummarySchema) });
export type RemediationListResponse = z.infer<typeof remediationListResponseSchema>;

/** `POST /api/remediations` begins one, on a worker, and answers it with 202. */
export const remediationRequestSchema = z.object({
  issue: z.string().trim().min(1).max(2_000),
  mode: z.enum(remediationModes).default('manual'),
  /** In automatic mode: the highest computed risk of a listed change that a policy approves. Any other change asks a person. */
  maxRisk: riskLevel.default('low'),
  context: z.string().trim().min(1).max(253).nullable().default(null),
  /** `provider:model`; without it, the default model. */
  model: z.string().trim().min(1).max(200).nullable().default(null),
});
export type RemediationRequest = z.input<typeof remediationRequestSchema>;

/**
 * `POST /api/remediations/{id}/stop` answers the remediation: `stopped`, or with `isStopping` while a change is under way, after which
 * no other is made. One that has ended is as it was.
 *
 * `POST /api/remediations/{id}/decision` answers the remediation. A plan that waits no more, or is another one than was seen, is a
 * CONFLICT. Actions that are not named are not run.
 */
export const remediationDecisionRequestSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('approve'),
    planHash: z.string().min(1).max(200),
    actions: z.array(z.string().max(20)).max(20).optional(),
  }),
  z.object({ decision: z.literal('deny'), reason: z.string().trim().max(2_000).optional() }),
]);
export type RemediationDecisionRequest = z.input<typeof remediationDecisionRequestSchema>;
