import type { RemediationAnalysis } from '@shipmate/domain/remediation';
import { consultModel } from '../consult-model.ts';
import { type InvestigationAnswer, toAnswerSchema } from './answer-schema.ts';
import { remediationPrompt, toQuestion } from './remediation-prompt.ts';
import type { RemediationWork } from './remediation-work.ts';

/** Has the model find out what is wrong. `refusal` is what came of a plan that it made before. */
export async function investigate(work: RemediationWork, refusal: string | undefined): Promise<InvestigationAnswer> {
  const { ports, principal, remediation, logger, signal, advance } = work;
  const { answer } = await consultModel(ports, {
    operation: 'remediate',
    systemPrompt: remediationPrompt,
    question: toQuestion(remediation, refusal),
    output: toAnswerSchema,
    ...(remediation.model !== null && { model: remediation.model }),
    knownCalls: remediation.calls,
    context: { taskId: remediation.id, userId: principal.userId, principal, logger, signal },
    onCall: async (call) => void (await advance({ call })),
  });
  return answer;
}

export function toAnalysis({ remediation, affected: _, ...answer }: InvestigationAnswer): RemediationAnalysis {
  return { ...answer, summary: remediation.summary };
}
