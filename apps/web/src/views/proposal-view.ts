import type { PlatformWork } from '@shipmate/domain/platform';
import type { Proposal } from '@shipmate/domain/proposal';
import type { Question } from '@shipmate/domain/question';
import type { Recommendation } from '@shipmate/domain/recommendation';
import type { ProposalView, QuestionView } from '@shipmate/protocol/web/proposals';

/** Returns a proposal for its owner. */
export function toProposalView({ id, intent, status, work, createdAt, updatedAt }: Proposal): ProposalView {
  return {
    id,
    flow: work.flow,
    intent,
    status,
    operation: work.flow === 'build-platform' ? toOperationView(work) : null,
    recommendation: work.flow === 'recommend' ? toRecommendationView(work) : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toOperationView({ operation, why, questions, command, result }: PlatformWork): ProposalView['operation'] {
  const { tool, operation: name, description } = operation;
  return {
    tool,
    operation: name,
    description,
    why,
    questions: questions.map(toQuestionView),
    command: command === null ? null : [...command],
    result,
  };
}

function toRecommendationView({ context, solutions, chosen }: Recommendation): ProposalView['recommendation'] {
  return {
    context,
    solutions: solutions.map(({ kinds, patterns, problems, questions, ...solution }) => ({
      ...solution,
      kinds: [...kinds],
      patterns: [...patterns],
      problems: [...problems],
      questions: questions.map(toQuestionView),
    })),
    chosen: chosen && { solutionId: chosen.solutionId, manifests: chosen.manifests, tried: [...chosen.tried] },
  };
}

function toQuestionView({ name, text, type, required, choices, suggestion, ...rest }: Question): QuestionView {
  return {
    name,
    text,
    type,
    required,
    choices: choices ? [...choices] : null,
    default: toAnswer(rest.default),
    suggestion: toAnswer(suggestion),
  };
}

function toAnswer(value: Question['default']): QuestionView['default'] {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
