import type { JsonValue } from '@shipmate/core';
import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';
import { parseClusterText } from './cluster-text.ts';
import { isTroubled, namedIn, onePodEach, parsePodRows, podColumns, type PodRow } from './pod-row.ts';
import { readPod } from './read-pod.ts';
import { findRepair } from './repairs.ts';
import { findSymptoms } from './symptoms.ts';

/** Appended to every plan. */
const label = 'The demo model planned this, a script that knows a handful of faults.';

/** Investigates for a remediation and submits the findings and, for a known fault, a fix. */
export function* planRepair(question: string): DemoSteps<string> {
  const input = { resource: 'pods', columns: podColumns };
  const { lines, callId } = parseClusterText(yield* takeStep({ call: { name: 'kubectl_get', input } }));
  const [pod] = onePodEach(namedIn(question, parsePodRows(lines)).filter(isTroubled));
  const answer = pod === undefined ? healthy(callId) : yield* diagnose(pod);
  yield* takeStep({ call: { name: 'submit_answer', input: answer } });
  return label;
}

function healthy(callId: string | undefined): JsonValue {
  return {
    issueStatus: 'non_existent',
    rootCause: 'None of the pods that the issue names is unhealthy.',
    confidence: 0.5,
    factors: [],
    evidence: callId === undefined ? [] : [callId],
    affected: [],
    remediation: { summary: label, actions: [] },
    validation: 'Check whether the issue occurs again.',
  };
}

function* diagnose(pod: PodRow): DemoSteps<JsonValue> {
  const { evidence, owner, callIds } = yield* readPod(pod);
  const [cause, ...others] = findSymptoms(evidence).map(({ finding }) => finding);
  const repair = /^(?:Deployment|StatefulSet|DaemonSet)\//.test(owner) ? findRepair(evidence) : undefined;
  const { namespace } = pod;
  const resource = owner.toLowerCase();
  const patch = repair && JSON.stringify({ spec: { template: { spec: repair.pods } } });
  return {
    issueStatus: 'active',
    rootCause: cause ?? `${pod.name} is ${pod.status}, and the demo model does not see why.`,
    confidence: repair ? 0.8 : 0.3,
    factors: others,
    evidence: [...callIds],
    affected: [{ resource, namespace }],
    remediation: {
      summary: repair ? label : 'The demo model, a script that knows a handful of faults, knows no fix for this.',
      actions:
        repair && patch !== undefined
          ? [
              {
                description: repair.description,
                rationale: repair.rationale,
                risk: 'medium',
                patch: { resource, namespace, patch },
              },
            ]
          : [],
    },
    validation: `The pods of ${owner} stay ready.`,
  };
}
