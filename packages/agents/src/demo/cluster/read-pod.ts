import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';
import { parseClusterText, toSections } from './cluster-text.ts';
import { nodeColumns, parseNodeRows } from './node-row.ts';
import type { PodRow } from './pod-row.ts';
import type { PodEvidence } from './symptoms.ts';

/** What was read about a pod, and which calls showed it. */
export interface ReadPod {
  readonly evidence: PodEvidence;
  /** Who controls it in the end, as `Kind/name`; the pod itself when nobody does. */
  readonly owner: string;
  /** By the ids that a flow gives them; empty in a conversation. */
  readonly callIds: readonly string[];
}

/** Describes a pod, and reads what it wrote if it ever ended, and the labels of nodes if it is for them that none takes it. */
export function* readPod({ namespace, name, restarts }: PodRow): DemoSteps<ReadPod> {
  const input = { resource: `pod/${name}`, namespace };
  const description = parseClusterText(yield* takeStep({ call: { name: 'kubectl_describe', input } }));
  const log = restarts > 0 ? yield* readLog(namespace, name) : undefined;
  const sections = toSections(description.lines);
  const lines = (title: string) => sections.get(title) ?? [];
  const isUnselected = lines('State').some((line) => line.includes("didn't match Pod's node affinity/selector"));
  const nodes = isUnselected ? yield* readNodes() : undefined;
  return {
    evidence: {
      state: lines('State'),
      references: lines('Refers to'),
      events: lines('Events'),
      manifest: lines('Object, without defaults and what is shown above').join('\n'),
      log: log?.lines ?? [],
      nodes: parseNodeRows(nodes?.lines ?? []),
    },
    owner: lines('Controlled by').findLast((line) => /^\w+\/\S+$/.test(line)) ?? `Pod/${name}`,
    callIds: [description, log, nodes].flatMap((text) => text?.callId ?? []),
  };
}

/** The end of what it wrote before its last restart. */
function* readLog(namespace: string, pod: string): DemoSteps<ReturnType<typeof parseClusterText>> {
  const input = { pod, namespace, previous: true, tail: 50 };
  return parseClusterText(yield* takeStep({ call: { name: 'kubectl_logs', input } }));
}

function* readNodes(): DemoSteps<ReturnType<typeof parseClusterText>> {
  const input = { resource: 'nodes', columns: nodeColumns };
  return parseClusterText(yield* takeStep({ call: { name: 'kubectl_get', input } }));
}
