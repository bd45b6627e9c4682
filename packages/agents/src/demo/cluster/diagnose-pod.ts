import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';
import { parseClusterText, toSections } from './cluster-text.ts';
import type { PodRow } from './pod-row.ts';
import { findSymptoms } from './symptoms.ts';

/** Describes a pod, reads what it wrote if it ever ended, and says in Markdown what is wrong with it. */
export function* diagnosePod({ namespace, name, ready, status, restarts }: PodRow): DemoSteps<string> {
  const description = yield* takeStep({
    call: { name: 'kubectl_describe', input: { resource: `pod/${name}`, namespace } },
  });
  const sections = toSections(parseClusterText(description).lines);
  const lines = (title: string) => sections.get(title) ?? [];
  const written = restarts > 0 ? yield* readLog(namespace, name) : [];
  const symptoms = findSymptoms({
    state: lines('State'),
    references: lines('Refers to'),
    events: lines('Events'),
    manifest: lines('Object, without what is default').join('\n'),
    log: written,
  });
  const owner = lines('Controlled by').findLast((line) => /^\w+\/\S+$/.test(line)) ?? `Pod/${name}`;
  const counted = restarts > 0 ? `, ${restarts} restarts` : '';
  return [
    `**${owner}** in \`${namespace}\` (\`${name}\`: ${status}, ${ready} ready${counted})`,
    ...symptoms.map(({ finding }) => `- ${finding}`),
    symptoms[0] === undefined
      ? '- The demo model does not see why; what it called is shown above.'
      : `- **To mend it:** ${symptoms[0].advice}`,
  ].join('\n');
}

/** The end of what it wrote before its last restart. */
function* readLog(namespace: string, pod: string): DemoSteps<readonly string[]> {
  const input = { pod, namespace, previous: true, tail: 50 };
  return parseClusterText(yield* takeStep({ call: { name: 'kubectl_logs', input } })).lines;
}
