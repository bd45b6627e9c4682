import type { EvidenceCall } from '@shipmate/domain/cluster';
import type { RemediationAnalysis } from '@shipmate/domain/remediation';
import { type ConsultationLog, type Consulted, consultModel } from '../../flows/consult-model.ts';
import { type InvestigationAnswer, toAnswerSchema } from './answer-schema.ts';
import { remediationPrompt, toQuestion } from './remediation-prompt.ts';
import type { RemediationWork } from './remediation-work.ts';

/** The calls of an earlier investigation and the reason why its plan was rejected. */
export interface EarlierAttempt {
  /** Records the investigation. Default: only its cost is counted. */
  readonly log?: ConsultationLog;
  readonly calls: readonly EvidenceCall[];
  readonly refusal?: string;
}

/** Tools to find a cause and to dry-run a plan. Other tools would not help the investigation. */
const investigationTools = [
  'find_problems',
  'kubectl_get',
  'kubectl_describe',
  'kubectl_logs',
  'kubectl_events',
  'kubectl_top',
  'kubectl_rollout_history',
  'kubectl_apply_dryrun',
  'kubectl_patch_dryrun',
  'kubectl_delete_dryrun',
  'search_patterns',
] as const;

/** Every investigation needs the rules' findings first. */
const overview = { tool: 'find_problems', input: { limit: 10, maxTokens: 1_000 } } as const;

/** Lets the model investigate the issue and plan actions. */
export async function investigate(
  work: Pick<RemediationWork, 'ports' | 'principal' | 'remediation' | 'logger' | 'signal'>,
  { calls, refusal, log }: EarlierAttempt,
): Promise<Consulted<InvestigationAnswer>> {
  const { ports, principal, remediation, logger, signal } = work;
  return consultModel(ports, {
    operation: 'remediate',
    systemPrompt: remediationPrompt,
    question: toQuestion(remediation, refusal),
    output: toAnswerSchema,
    tools: investigationTools,
    cluster: remediation.context ?? undefined,
    opening: overview,
    ...(remediation.model !== null && { model: remediation.model }),
    knownCalls: calls,
    context: { taskId: remediation.id, userId: principal.userId, principal, logger, signal },
    ...(log && { log }),
  });
}

export function toAnalysis(answer: InvestigationAnswer): RemediationAnalysis {
  const { issueStatus, rootCause, confidence, factors, evidence, validation, remediation } = answer;
  return { issueStatus, rootCause, confidence, factors, evidence, validation, summary: remediation.summary };
}
