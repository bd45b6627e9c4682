import { conditionOf, isCondition } from '../../object/condition.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt, textsAt } from '../../object/read-value.ts';
import { sidecarNames } from '../../object/sidecars.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, eventEvidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

const graceSeconds = { start: 120, init: 300, ready: 60, deletion: 120 } as const;
const defaultFailureThreshold = 3;

/** Finds pods that do not become ready after scheduling, and those whose deletion does not complete. */
export function findStartProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Pod').flatMap((pod) => {
    if (textAt(pod, 'metadata', 'deletionTimestamp') !== undefined) return findStuckDeletion(pod, objects.now);
    const isRunning = textAt(pod, 'status', 'phase') === 'Running';
    return isRunning ? findUnready(pod, objects) : findUnstarted(pod, objects);
  });
}

function findUnstarted(pod: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const since = textAt(conditionOf(pod, 'PodScheduled'), 'lastTransitionTime');
  if (textAt(pod, 'status', 'phase') !== 'Pending' || !isCondition(pod, 'PodScheduled', 'True')) return [];
  const initial = findSlowInit(pod, objects.now);
  if (initial !== undefined) return initial;
  const isCreating = objectsAt(pod, 'status', 'containerStatuses').some(
    (status) => textAt(status, 'state', 'waiting', 'reason') === 'ContainerCreating',
  );
  if (!isCreating || !hasLasted(since, graceSeconds.start, objects.now)) return [];
  return [
    {
      severity: 'critical',
      reason: 'ContainerCreating',
      object: pod,
      message: 'The pod has a node, but its containers have not been created for more than two minutes.',
      evidence: eventEvidence(pod, objects, /^Failed\w*:/),
      next: 'Check that the volumes of the pod exist and can be mounted; the events of the pod name the cause.',
      since,
    },
  ];
}

/**
 * Judges the init container that runs, or the sidecar that has not started; `undefined` if there is neither.
 */
function findSlowInit(pod: KubeObject, now: Date): readonly Finding[] | undefined {
  const sidecars = sidecarNames(pod);
  const running = objectsAt(pod, 'status', 'initContainerStatuses').filter((each) => isRunning(each));
  const slow =
    running.find((each) => !sidecars.has(textAt(each, 'name') ?? '')) ??
    running.find((each) => each['started'] === false);
  if (slow === undefined) return undefined;
  const startedAt = textAt(slow, 'state', 'running', 'startedAt');
  if (!hasLasted(startedAt, graceSeconds.init, now)) return [];
  const name = textAt(slow, 'name') ?? '';
  const path = `status.initContainerStatuses[${name}]`;
  const since = evidence(`${path}.state.running.startedAt`, startedAt);
  const isSidecar = sidecars.has(name);
  return [
    {
      severity: 'warning',
      reason: isSidecar ? 'SidecarNotStarted' : 'InitContainerSlow',
      object: pod,
      message: isSidecar
        ? `Sidecar "${name}" has been running for more than five minutes and its startup probe has not succeeded, so that nothing after it starts.`
        : `Init container "${name}" has been running for more than five minutes, and nothing else starts before it ends.`,
      evidence: [...(isSidecar ? evidence(`${path}.started`, 'false') : []), ...since],
      next: isSidecar
        ? 'Compare the startup probe of the sidecar with what it listens on, and read its log.'
        : 'Read the log of the init container: it shows what it waits for.',
      since: startedAt,
    },
  ];
}

function isRunning(status: JsonObject): boolean {
  return 'running' in objectAt(status, 'state');
}

function findUnready(pod: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const since = textAt(conditionOf(pod, 'Ready'), 'lastTransitionTime');
  const sidecars = sidecarNames(pod);
  const waits = [
    ...objectsAt(pod, 'status', 'initContainerStatuses').filter((each) => sidecars.has(textAt(each, 'name') ?? '')),
    ...objectsAt(pod, 'status', 'containerStatuses'),
  ].filter((status) => isRunning(status) && status['ready'] !== true);
  if (!isCondition(pod, 'Ready', 'False') || waits.length === 0) return [];
  if (!hasLasted(since, graceSeconds.ready, objects.now) && !hasFailedProbe(pod, waits, objects)) return [];
  const names = waits.map((status) => textAt(status, 'name') ?? '');
  return [
    {
      severity: 'warning',
      reason: 'NotReady',
      object: pod,
      message: `${names.map((name) => `"${name}"`).join(', ')} runs, but is not ready, so that no Service sends anything to the pod.`,
      evidence: [
        ...eventEvidence(pod, objects, /^Unhealthy:/),
        ...names.flatMap((name) => probeEvidence(pod, name)),
        ...conditionEvidence(pod, 'Ready'),
      ],
      next: 'Compare the readiness probe with what the container listens on, and read its log.',
      since,
    },
  ];
}

/** Checks whether the readiness probe of a container has reached its failure threshold. */
function hasFailedProbe(pod: KubeObject, waits: readonly JsonObject[], objects: ClusterObjects): boolean {
  const failures = objects
    .eventsOf(pod)
    .filter((event) => (textAt(event, 'message') ?? '').startsWith('Readiness probe'))
    .map((event) => ({ path: textAt(event, 'involvedObject', 'fieldPath') ?? '', count: numberAt(event, 'count') }));
  return waits.some((status) => {
    const name = textAt(status, 'name') ?? '';
    const count = failures.reduce((sum, each) => sum + (each.path.endsWith(`{${name}}`) ? each.count : 0), 0);
    return count >= (numberAt(probeOf(pod, name), 'failureThreshold') || defaultFailureThreshold);
  });
}

function probeOf(pod: KubeObject, name: string): JsonObject {
  const containers = ['containers', 'initContainers'].flatMap((field) => objectsAt(pod, 'spec', field));
  return objectAt(
    containers.find((each) => textAt(each, 'name') === name),
    'readinessProbe',
  );
}

function probeEvidence(pod: KubeObject, name: string): Finding['evidence'] {
  const probe = probeOf(pod, name);
  return Object.keys(probe).length === 0
    ? []
    : evidence(`spec.containers[${name}].readinessProbe`, JSON.stringify(probe));
}

function findStuckDeletion(pod: KubeObject, now: Date): readonly Finding[] {
  const since = textAt(pod, 'metadata', 'deletionTimestamp');
  // The deletion timestamp includes the grace period of the pod.
  const allowed = graceSeconds.deletion + numberAt(pod, 'metadata', 'deletionGracePeriodSeconds');
  if (!hasLasted(since, allowed, now)) return [];
  const finalizers = textsAt(pod, 'metadata', 'finalizers');
  return [
    {
      severity: 'warning',
      reason: 'StuckTerminating',
      object: pod,
      message: 'The deletion of the pod does not complete.',
      evidence: [
        ...evidence('metadata.deletionTimestamp', since),
        ...evidence('metadata.finalizers', finalizers.join(', ')),
      ],
      next: 'Check whether its node is reachable, and which controller removes its finalizers.',
      since,
    },
  ];
}
