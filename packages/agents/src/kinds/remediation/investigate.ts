import { toAppError } from '@shipmate/core';
import type { EvidenceCall } from '@shipmate/domain/cluster';
import type { RemediationAnalysis } from '@shipmate/domain/remediation';
import { type ConsultationLog, type Consulted, consultModel } from '../../flows/consult-model.ts';
import { type InvestigationAnswer, toAnswerSchema } from './answer-schema.ts';
import { openInvestigation } from './open-investigation.ts';
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

/** The parts of a remediation that its investigation needs. */
type Investigation = Pick<RemediationWork, 'ports' | 'principal' | 'remediation' | 'logger' | 'signal'>;

/** Lets the model investigate the issue and plan actions. */
export async function investigate(
  work: Investigation,
  { calls, refusal, log }: EarlierAttempt,
): Promise<Consulted<InvestigationAnswer>> {
  const { ports, principal, remediation, logger, signal } = work;
  return consultModel(ports, {
    operation: 'remediate',
    systemPrompt: remediationPrompt,
    question: toQuestion(remediation, refusal),
    output: toAnswerSchema,
    tools: await chooseTools(work),
    cluster: remediation.context ?? undefined,
    opening: openInvestigation(remediation.issue),
    ...(remediation.model !== null && { model: remediation.model }),
    knownCalls: calls,
    context: { taskId: remediation.id, userId: principal.userId, principal, logger, signal },
    ...(log && { log }),
  });
}

/**
 * Returns the names of the tools of an investigation. Every request to the model contains all of them, so a tool that has nothing to
 * read here is left out: `search_patterns` in an organization without patterns, `kubectl_top` in a cluster without metrics.
 */
async function chooseTools(investigation: Investigation): Promise<readonly string[]> {
  const { ports, principal } = investigation;
  const [patterns, hasMetrics] = await Promise.all([
    ports.unitOfWork.stores.patterns.list(principal),
    servesMetrics(investigation),
  ]);
  return investigationTools.filter(
    (name) => !(name === 'search_patterns' && patterns.length === 0) && !(name === 'kubectl_top' && !hasMetrics),
  );
}

/** The tools report an unreachable cluster themselves, so it counts as one with metrics. */
async function servesMetrics({ ports, principal, remediation, logger, signal }: Investigation): Promise<boolean> {
  try {
    const reader = await ports.kubernetes.reader({ context: remediation.context ?? undefined, principal });
    const catalog = await reader.catalog(signal);
    return catalog.findKind({ apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics' }) !== undefined;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (signal.aborted) throw error;
    logger.info('the kinds of the cluster could not be read', { error });
    return true;
  }
}

export function toAnalysis(answer: InvestigationAnswer): RemediationAnalysis {
  const { issueStatus, rootCause, confidence, factors, evidence, validation, remediation } = answer;
  return { issueStatus, rootCause, confidence, factors, evidence, validation, summary: remediation.summary };
}
