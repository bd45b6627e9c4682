import type { EvidenceCall } from '@shipmate/domain';
import type { RemediationAnalysis } from '@shipmate/domain/remediation';
import { type Consulted, consultModel } from '../consult-model.ts';
import { type InvestigationAnswer, toAnswerSchema } from './answer-schema.ts';
import { remediationPrompt, toQuestion } from './remediation-prompt.ts';
import type { RemediationWork } from './remediation-work.ts';

/** What was looked at before, and what came of a plan that was made of it. */
export interface EarlierAttempt {
  readonly calls: readonly EvidenceCall[];
  readonly refusal?: string;
}

/** Has the model find out what is wrong. */
export async function investigate(
  work: RemediationWork,
  { calls, refusal }: EarlierAttempt,
): Promise<Consulted<InvestigationAnswer>> {
  const { ports, principal, remediation, logger, signal, advance } = work;
  return consultModel(ports, {
    operation: 'remediate',
    systemPrompt: remediationPrompt,
    question: toQuestion(remediation, refusal),
    output: toAnswerSchema,
    ...(remediation.model !== null && { model: remediation.model }),
    knownCalls: calls,
    context: { taskId: remediation.id, userId: principal.userId, principal, logger, signal },
    onCall: async (call) => void (await advance({ call })),
  });
}

export function toAnalysis(answer: InvestigationAnswer): RemediationAnalysis {
  const { issueStatus, rootCause, confidence, factors, evidence, validation, remediation } = answer;
  return { issueStatus, rootCause, confidence, factors, evidence, validation, summary: remediation.summary };
}
