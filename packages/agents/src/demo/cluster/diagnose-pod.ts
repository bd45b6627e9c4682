import type { DemoSteps } from '../demo-steps.ts';
import type { PodRow } from './pod-row.ts';
import { readPod } from './read-pod.ts';
import { findSymptoms } from './symptoms.ts';

/** Reads a pod's details and reports its problems in Markdown. */
export function* diagnosePod(pod: PodRow): DemoSteps<string> {
  const { namespace, name, ready, status, restarts } = pod;
  const { evidence, owner } = yield* readPod(pod);
  const symptoms = findSymptoms(evidence);
  const counted = restarts > 0 ? `, ${restarts} restarts` : '';
  return [
    `**${owner}** in \`${namespace}\` (\`${name}\`: ${status}, ${ready} ready${counted})`,
    ...symptoms.map(({ finding }) => `- ${finding}`),
    symptoms[0] === undefined
      ? '- The demo model does not see why; what it called is shown above.'
      : `- **Fix:** ${symptoms[0].advice}`,
  ].join('\n');
}
