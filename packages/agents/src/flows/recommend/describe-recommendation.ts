import { fenceText } from '@shipmate/core';
import type { Proposal } from '@shipmate/domain/proposal';
import type { Recommendation, Solution } from '@shipmate/domain/recommendation';
import { describeQuestion } from '../describe-question.ts';

/** Describes a recommendation and its next step for a model. */
export function describeRecommendation({ id, status }: Proposal, { solutions, chosen }: Recommendation): string {
  if (chosen === null) {
    return [
      `Proposal ${id}. Show the person these solutions, with both scores, and let them choose one and answer its questions:`,
      fenceText(solutions.map(describeSolution).join('\n'), { source: 'model' }),
      'Then call recommend with proposalId, solution and answers by name; leave out what they are content with.',
    ].join('\n');
  }
  const refused = chosen.tried.filter(({ change }) => change === 'refused');
  const counts = `A dry run of ${chosen.tried.length} objects: the cluster refuses ${refused.length}.`;
  const next =
    status === 'ready'
      ? 'Nothing was applied. Show the person the manifests. kubectl_apply applies them when the person wants that; export_recommendation makes a Helm chart of them.'
      : 'They cannot be used as they are. Call recommend again with proposalId, solution and other answers, or say what is in the way.';
  return [
    `Proposal ${id}. ${counts}`,
    ...(refused.length === 0 ? [] : [fenceText(refused.map(({ text }) => text).join('\n'), { source: 'object' })]),
    fenceText(chosen.manifests.trimEnd(), { source: 'model' }),
    next,
  ].join('\n');
}

function describeSolution({
  id,
  title,
  description,
  kinds,
  patterns,
  score,
  agentScore,
  problems,
  questions,
}: Solution) {
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  const parts = `intent covered ${percent(score.coverage)}, kinds served ${percent(score.available)}, patterns ${patterns.length}`;
  return [
    `## ${title} (solution ${id})`,
    `Score by what the cluster has: ${score.total} of 100 (${parts}). Score of the agent that thought of it: ${agentScore}.`,
    description,
    `Made of: ${kinds.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`).join(', ')}.`,
    ...(patterns.length === 0 ? [] : [`Follows: ${patterns.join(', ')}.`]),
    ...problems,
    ...questions.map(describeQuestion),
  ].join('\n');
}
