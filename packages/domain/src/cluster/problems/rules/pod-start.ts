import { conditionOf, isCondition } from '../../object/condition.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { numberAt, objectAt, objectsAt, textAt, textsAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, eventEvidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

const patienceSeconds = { start: 120, init: 300, ready: 60, deletion: 120 } as const;

/** Pods that do not get from being scheduled to being ready, and those that do not go away. */
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
  const running = objectsAt(pod, 'status', 'initContainerStatuses').find(
    (status) => 'running' in objectAt(status, 'state'),
  );
  if (running) {
    const startedAt = textAt(running, 'state', 'running', 'startedAt');
    if (!hasLasted(startedAt, patienceSeconds.init, objects.now)) return [];
    const name = textAt(running, 'name') ?? '';
    return [
      {
        severity: 'warning',
        reason: 'InitContainerSlow',
        object: pod,
        message: `Init container "${name}" has been running for more than five minutes, and nothing else starts before it ends.`,
        evidence: evidence(`status.initContainerStatuses[${name}].state.running.startedAt`, startedAt),
        next: 'Read the log of the init container: it tells what it waits for.',
        since: startedAt,
      },
    ];
  }
  const isCreating = objectsAt(pod, 'status', 'containerStatuses').some(
    (status) => textAt(status, 'state', 'waiting', 'reason') === 'ContainerCreating',
  );
  if (!isCreating || !hasLasted(since, patienceSeconds.start, objects.now)) return [];
  return [
    {
      severity: 'critical',
      reason: 'ContainerCreating',
      object: pod,
      message: 'The pod has a node, but its containers have not been created for more than two minutes.',
      evidence: eventEvidence(pod, objects, /^Failed\w*:/),
      next: 'Check that the volumes of the pod exist and can be mounted; the events of the pod tell.',
      since,
    },
  ];
}

function findUnready(pod: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const since = textAt(conditionOf(pod, 'Ready'), 'lastTransitionTime');
  const waits = objectsAt(pod, 'status', 'containerStatuses').filter(
    (status) => 'running' in objectAt(status, 'state') && status['ready'] !== true,
  );
  const isUnready = isCondition(pod, 'Ready', 'False') && hasLasted(since, patienceSeconds.ready, objects.now);
  if (!isUnready || waits.length === 0) return [];
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

function probeEvidence(pod: KubeObject, name: string): Finding['evidence'] {
  const container = objectsAt(pod, 'spec', 'containers').find((each) => textAt(each, 'name') === name);
  const probe = objectAt(container, 'readinessProbe');
  return Object.keys(probe).length === 0
    ? []
    : evidence(`spec.containers[${name}].readinessProbe`, JSON.stringify(probe));
}

function findStuckDeletion(pod: KubeObject, now: Date): readonly Finding[] {
  const since = textAt(pod, 'metadata', 'deletionTimestamp');
  // The time of deletion lies in the future by what the pod is given to end.
  const allowed = patienceSeconds.deletion + numberAt(pod, 'metadata', 'deletionGracePeriodSeconds');
  if (!hasLasted(since, allowed, now)) return [];
  const finalizers = textsAt(pod, 'metadata', 'finalizers');
  return [
    {
      severity: 'warning',
      reason: 'StuckTerminating',
      object: pod,
      message: 'The pod was deleted but does not go away.',
      evidence: [
        ...evidence('metadata.deletionTimestamp', since),
        ...evidence('metadata.finalizers', finalizers.join(', ')),
      ],
      next: 'See whether its node is reachable, and who is to take its finalizers away.',
      since,
    },
  ];
}
