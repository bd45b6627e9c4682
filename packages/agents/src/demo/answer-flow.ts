import { AppError, type JsonValue } from '@shipmate/core';
import { parseClusterText } from './cluster/cluster-text.ts';
import { isTroubled, namedIn, parsePodRows, podColumns } from './cluster/pod-row.ts';
import type { DemoSteps } from './demo-steps.ts';
import { takeStep } from './take-step.ts';

/** Maximum number of unhealthy pods that an answer names. */
const maxNamed = 10;

/** Answers a question about a cluster with the pods that it read. */
export function* answerQuery(question: string): DemoSteps<string> {
  const input = { resource: 'pods', columns: podColumns };
  const { lines, callId = 'c1', isCut } = parseClusterText(yield* takeStep({ call: { name: 'kubectl_get', input } }));
  const pods = namedIn(question, parsePodRows(lines));
  const troubled = pods.filter(isTroubled);
  const named = troubled
    .slice(0, maxNamed)
    .map(({ namespace, name, status, restarts }) => `\`${namespace}/${name}\` (${status}, ${restarts} restarts)`);
  const answer = [
    `I read ${pods.length} pods${isCut ? ', and there are more' : ''}. ${troubled.length} of them are unhealthy${named.length > 0 ? `: ${named.join(', ')}` : ''}.`,
    'The demo model, a script, reads only pods: it did not look for anything else that the question asks about.',
  ].join(' ');
  return yield* submit({ answer, evidence: [callId] });
}

/** Adds no words to a computed impact. */
export function* answerImpact(): DemoSteps<string> {
  return yield* submit({
    summary: 'The demo model, a script, adds nothing to the dependants that were computed from the cluster.',
  });
}

/** Chooses no operation of a platform. */
export function* answerBuildPlatform(): DemoSteps<string> {
  const why =
    'The demo model, a script, chooses no operations. List them with discover_operations, or set a key such as ANTHROPIC_API_KEY.';
  return yield* submit({ tool: null, operation: null, why });
}

/** @throws AppError for a kind of work that requires an AI model. */
export function refuseRecommendation(): never {
  const message =
    'The demo model, a script, recommends nothing. Search with search_capabilities, or set a key such as ANTHROPIC_API_KEY for a model that recommends.';
  throw new AppError({ code: 'UNAVAILABLE', message, recoverable: false });
}

function* submit(input: JsonValue): DemoSteps<string> {
  yield* takeStep({ call: { name: 'submit_answer', input } });
  return 'The answer is given.';
}
