import { toAnswer } from '../attempt.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';
import { parseClusterText } from './cluster-text.ts';
import { diagnosePod } from './diagnose-pod.ts';
import { isTroubled, namedIn, onePodEach, parsePodRows, podColumns } from './pod-row.ts';

/** Maximum number of unhealthy workloads that one answer diagnoses. */
const maxDiagnoses = 5;

/** Answers a question about a cluster: lists its pods, diagnoses the unhealthy ones, and reports the findings. */
export function answerCluster(question: string): DemoSteps<string> {
  return toAnswer(inspectPods(question));
}

function* inspectPods(question: string): DemoSteps<readonly string[]> {
  const table = yield* takeStep({
    say: 'Let me look at the pods.',
    call: { name: 'kubectl_get', input: { resource: 'pods', columns: podColumns } },
  });
  const { context, lines, isCut } = parseClusterText(table);
  const pods = namedIn(question, parsePodRows(lines));
  const troubled = onePodEach(pods.filter(isTroubled));
  const parts = [
    troubled.length === 0
      ? `In the cluster **${context}**, nothing is wrong with the ${pods.length} pods that I checked.`
      : `In the cluster **${context}**, ${troubled.length === 1 ? 'one workload is' : `${troubled.length} workloads are`} unhealthy.`,
  ];
  for (const pod of troubled.slice(0, maxDiagnoses)) parts.push(yield* diagnosePod(pod));
  const rest = troubled.slice(maxDiagnoses).map(({ owner }) => `\`${owner}\``);
  if (rest.length > 0) parts.push(`I did not look into ${rest.join(', ')}: ask about them by name.`);
  if (isCut) parts.push('There are more pods than the demo model reads.');
  return parts;
}
