import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';
import { parseClusterText, toSections } from './cluster-text.ts';
import { nodeColumns, parseNodeRows } from './node-row.ts';
import type { PodRow } from './pod-row.ts';
import type { PodEvidence } from './symptoms.ts';

/** Details of a pod and the calls that returned them. */
interface ReadPod {
  readonly evidence: PodEvidence;
  /** The top-level controller of the pod as `Kind/name`; the pod itself when it has none. */
  readonly owner: string;
  /** The ids that a flow assigned to the calls; empty in a conversation. */
  readonly callIds: readonly string[];
}

/**
 * Describes a pod, and reads its previous log if it restarted, and the labels of the nodes if none matches its
 * selector.
 */
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

/** Reads the end of the log before the last restart. */
function* readLog(namespace: string, pod: string): DemoSteps<ReturnType<typeof parseClusterText>> {
  const input = { pod, namespace, previous: true, tail: 50 };
  return parseClusterText(yield* takeStep({ call: { name: 'kubectl_logs', input } }));
}

function* readNodes(): DemoSteps<ReturnType<typeof parseClusterText>> {
  const input = { resource: 'nodes', columns: nodeColumns };
  return parseClusterText(yield* takeStep({ call: { name: 'kubectl_get', input } }));
}
