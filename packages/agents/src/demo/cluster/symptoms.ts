import { findMisnamedLabel } from './misnamed-label.ts';
import type { NodeRow } from './node-row.ts';

/** Details of a pod. */
export interface PodEvidence {
  readonly state: readonly string[];
  readonly references: readonly string[];
  readonly events: readonly string[];
  readonly manifest: string;
  readonly log: readonly string[];
  /** The nodes; empty unless none matches the pod's selector. */
  readonly nodes: readonly NodeRow[];
}

/** A problem of a pod and advice to fix it. */
interface Symptom {
  readonly finding: string;
  readonly advice: string;
}

type SymptomRule = (evidence: PodEvidence) => Symptom | undefined;

/** Ordered from the most certain cause to the least. */
const rules: readonly SymptomRule[] = [
  ({ references }) => {
    const missing = references.find((line) => /DOES NOT EXIST|HAS NO|IS NOT BOUND/.test(line));
    if (missing === undefined) return undefined;
    return {
      finding: `It refers to something that is not there: ${code(missing)}.`,
      advice: 'Add what is missing, or correct the reference.',
    };
  },
  ({ state, manifest }) => {
    if (!state.some((line) => line.includes('OOMKilled'))) return undefined;
    const limit = /limits:\s+(?:cpu: \S+\s+)?memory: (\S+)/.exec(manifest)?.[1];
    return {
      finding: `A container was killed because it takes more memory than ${limit === undefined ? 'there is' : `its limit of ${code(limit)}`}.`,
      advice: 'Raise the memory limit to what it needs, or make it need less.',
    };
  },
  ({ state, manifest }) => {
    if (!state.some((line) => /waiting \((?:ErrImagePull|ImagePullBackOff|InvalidImageName)\)/.test(line)))
      return undefined;
    const image = /image: (\S+)/.exec(manifest)?.[1] ?? '';
    const isMissing = state.some((line) => /not ?found/i.test(line));
    return {
      finding: `The image ${code(image)} cannot be pulled${isMissing ? ': it does not exist' : ''}.`,
      advice: 'Correct the name or the tag of the image; a private one needs a pull secret.',
    };
  },
  (evidence) => {
    const message = evidence.state
      .map((line) => /PodScheduled is False \(Unschedulable\): (.*)/.exec(line)?.[1])
      .find((each) => each !== undefined);
    if (message === undefined) return undefined;
    const label = findMisnamedLabel(evidence);
    return {
      finding: `No node satisfies the pod's constraints: ${code(message.replace(/ (?:no new claims to deallocate, )?preemption: .*/, ''))}.`,
      advice:
        label === undefined
          ? 'Add a node that fits, or relax the constraints: node selector, tolerations, resource requests.'
          : `Select nodes by ${code(`${label.known}=${label.value}`)}: ${label.node} has that, and none has ${code(`${label.wanted}=${label.value}`)}.`,
    };
  },
  ({ state, log }) => {
    const exit = state.map((line) => /terminated with exit code (\d+) \(Error\)/.exec(line)?.[1]).find(Boolean);
    if (exit === undefined) return undefined;
    const last = log.findLast((line) => /fatal|panic|error|exception|fail/i.test(line)) ?? log.at(-1);
    return {
      finding: `A container ends with exit code ${exit}${last === undefined ? '' : ` after it wrote ${code(last)}`}.`,
      advice: 'Provide what that line reports as missing.',
    };
  },
  ({ events }) => {
    const prefix = 'Warning Unhealthy ';
    const failed = events.find((line) => line.startsWith(prefix))?.slice(prefix.length);
    if (failed === undefined) return undefined;
    return {
      finding: `A probe fails: ${code(failed)}.`,
      advice: 'Point the probe at what the program answers, or fix the endpoint that it calls.',
    };
  },
];

/** Returns the problems of a pod that a script can recognize. */
export function findSymptoms(evidence: PodEvidence): readonly Symptom[] {
  return rules.map((rule) => rule(evidence)).filter((symptom) => symptom !== undefined);
}

/** Formats a line of cluster output as inline code. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
