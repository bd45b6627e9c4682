import { type JsonValue, unfenceText } from '@shipmate/core';
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

/** Chooses the operation of the platform whose line shares the most words with the request, and suggests no values. */
export function* answerBuildPlatform(question: string): DemoSteps<string> {
  const list = yield* takeStep({ call: { name: 'discover_operations', input: {} } });
  const wanted = toWords(question.replace(/^Request: /, ''));
  const [best] = [...unfenceText(list).matchAll(/^([^\s:]+): (.+?)(?: \(needs .*?\))?(?: - .*)?$/gm)]
    .map(([line, tool = '', operation = '']) => ({
      tool,
      operation,
      shared: [...toWords(line)].filter((word) => wanted.has(word)),
    }))
    .toSorted((one, other) => other.shared.length - one.shared.length);
  if (best === undefined || best.shared.length === 0) {
    const why = `No operation shares a word with the request. ${compares}`;
    return yield* submit({ tool: null, operation: null, why });
  }
  const { tool, operation, shared } = best;
  const why = `It shares the ${shared.length === 1 ? 'word' : 'words'} ${shared.join(', ')} with the request. ${compares}`;
  return yield* submit({ tool, operation, why });
}

const compares =
  'The demo model, a script, only compares words. Set a key such as ANTHROPIC_API_KEY for a model that understands the request.';

/** The words of a text of at least three letters, in the singular. */
function toWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.replace(/s$/, '')));
}

/** Submits the answer of a flow. */
export function* submit(input: JsonValue): DemoSteps<string> {
  yield* takeStep({ call: { name: 'submit_answer', input } });
  return 'The answer is given.';
}
