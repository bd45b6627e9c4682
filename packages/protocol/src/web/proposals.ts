import { jsonValueSchema } from '@shipmate/core';
import { proposalFlows, proposalStatuses } from '@shipmate/domain/proposal';
import { answerTypes } from '@shipmate/domain/question';
import { z } from 'zod';

const answerSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** A question to the person; `suggestion` is the default answer. */
export const questionSchema = z.object({
  name: z.string(),
  text: z.string(),
  type: z.enum(answerTypes),
  required: z.boolean(),
  choices: z.array(z.string()).nullable(),
  default: answerSchema.nullable(),
  suggestion: answerSchema.nullable(),
});
export type QuestionView = z.infer<typeof questionSchema>;

/** A proposed operation of the platform. */
export const operationProposalSchema = z.object({
  tool: z.string(),
  operation: z.string(),
  description: z.string(),
  why: z.string(),
  questions: z.array(questionSchema),
  /** The exact command to run; null until the questions are answered. */
  command: z.array(z.string()).nullable(),
  /** Null until the command has ended. */
  result: z.object({ exitCode: z.number().nullable(), summary: z.string(), output: z.string() }).nullable(),
});

/** A candidate solution of a recommendation. */
export const solutionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  kinds: z.array(z.object({ apiVersion: z.string(), kind: z.string() })),
  patterns: z.array(z.string()),
  /**
   * Computed from the resources of the cluster and the patterns of the organization: parts between 0 and 1, `total` up
   * to 100.
   */
  score: z.object({ coverage: z.number(), available: z.number(), patterns: z.number(), total: z.number() }),
  /** The agent's own score, up to 100. */
  agentScore: z.number(),
  problems: z.array(z.string()),
  questions: z.array(questionSchema),
});

/** Candidate solutions, and the manifests of the chosen one. */
export const recommendationSchema = z.object({
  context: z.string().nullable(),
  /** Best first. */
  solutions: z.array(solutionSchema),
  /** Null until a solution was chosen and its manifests were generated. */
  chosen: z
    .object({
      solutionId: z.string(),
      manifests: z.string(),
      /** Dry-run result of each object. */
      tried: z.array(
        z.object({
          object: z.string(),
          change: z.enum(['created', 'changed', 'unchanged', 'refused']),
          text: z.string(),
        }),
      ),
    })
    .nullable(),
});

/** The result of a flow: `operation` for build-platform, `recommendation` for recommend; the other is null. */
export const proposalSchema = z.object({
  id: z.string(),
  flow: z.enum(proposalFlows),
  intent: z.string(),
  status: z.enum(proposalStatuses),
  operation: operationProposalSchema.nullable(),
  recommendation: recommendationSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProposalView = z.infer<typeof proposalSchema>;

/**
 * `GET /api/proposals?flow=`: the caller's own, newest first. `GET /api/proposals/{id}` returns one, and so does `POST
 * /api/proposals/{id}/withdrawal`, which withdraws one that is not being executed.
 */
export const proposalListResponseSchema = z.object({ proposals: z.array(proposalSchema) });
export type ProposalListResponse = z.infer<typeof proposalListResponseSchema>;
export const proposalQuerySchema = z.strictObject({ flow: z.enum(proposalFlows).optional() });

/** A run that a worker executes; its conversation can be followed like any other. */
export const startedRunResponseSchema = z.object({ runId: z.string(), conversationId: z.string() });
export type StartedRunResponse = z.infer<typeof startedRunResponseSchema>;

const model = z.string().trim().min(1).max(200).optional();
const answers = z.record(z.string(), jsonValueSchema).default({});

/** `POST /api/proposals` starts a proposal, and returns 202 with the run that works it out. */
export const createProposalRequestSchema = z.strictObject({
  flow: z.enum(proposalFlows),
  intent: z.string().trim().min(1).max(2_000),
  /** For `recommend`: a context of the kubeconfig, instead of the current one. */
  context: z.string().trim().min(1).max(253).optional(),
  model,
});
export type CreateProposalRequest = z.input<typeof createProposalRequestSchema>;

/**
 * `POST /api/proposals/{id}/answers` answers the questions of an operation, and returns the proposal with its command.
 */
export const answerProposalRequestSchema = z.strictObject({ answers });
export type AnswerProposalRequest = z.input<typeof answerProposalRequestSchema>;

/** `POST /api/proposals/{id}/choice` starts generating the manifests of a solution, and returns 202 with the run. */
export const chooseSolutionRequestSchema = z.strictObject({ solution: z.string().min(1).max(100), answers, model });
export type ChooseSolutionRequest = z.input<typeof chooseSolutionRequestSchema>;

/** Maximum length of the manifests that one call applies. */
export const maxAppliedCharacters = 200_000;

/**
 * `POST /api/proposals/{id}/confirmation` executes an operation, or applies the chosen manifests, and returns 202 with
 * the run. It contains exactly what the person saw: anything else is a CONFLICT. An operation is executed at most once.
 */
export const confirmProposalRequestSchema = z.union([
  z.strictObject({ command: z.array(z.string()).min(1), model }),
  z.strictObject({ manifests: z.string().min(1).max(maxAppliedCharacters), model }),
]);
export type ConfirmProposalRequest = z.input<typeof confirmProposalRequestSchema>;

/** `POST /api/proposals/{id}/workspace` creates a workspace with a Helm chart of the chosen manifests: 201. */
export const exportProposalRequestSchema = z.strictObject({
  chartName: z
    .string()
    .regex(/^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/)
    .optional(),
});
export type ExportProposalRequest = z.input<typeof exportProposalRequestSchema>;

const remarkSchema = z.object({ source: z.string(), message: z.string() });

/** The manifests that were not converted, and notes on the converted ones. */
export const exportProposalResponseSchema = z.object({
  workspaceId: z.string(),
  left: z.array(remarkSchema),
  notes: z.array(remarkSchema),
});
export type ExportProposalResponse = z.infer<typeof exportProposalResponseSchema>;
