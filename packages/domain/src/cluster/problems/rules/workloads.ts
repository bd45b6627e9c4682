import { conditionOf, isCondition } from '../../object/condition.ts';
import { kindOf, type KubeObject, nameOf, namespaceOf } from '../../object/kube-object.ts';
import { numberAt, textAt, valueAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, eventEvidence, sinceCondition } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

/** The paths of the desired and the ready number of pods, by kind. */
const counts: Readonly<Record<string, readonly [wanted: readonly string[], serving: readonly string[]]>> = {
  Deployment: [
    ['spec', 'replicas'],
    ['status', 'availableReplicas'],
  ],
  StatefulSet: [
    ['spec', 'replicas'],
    ['status', 'readyReplicas'],
  ],
  DaemonSet: [
    ['status', 'desiredNumberScheduled'],
    ['status', 'numberReady'],
  ],
};

const graceSeconds = 60;

/** Finds workloads with fewer pods than desired, and rollouts that are stuck. */
export function findWorkloadProblems(objects: ClusterObjects): readonly Finding[] {
  return Object.keys(counts)
    .flatMap((kind) => objects.all(kind))
    .flatMap((workload) => [
      ...findRefusedPods(workload, objects),
      ...findStuckRollout(workload),
      ...findUnavailable(workload, objects),
    ]);
}

/** Finds pods that the API server refused to create. */
function findRefusedPods(workload: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const isRefused = isCondition(workload, 'ReplicaFailure', 'True');
  const said = [workload, ...replicaSetsOf(workload, objects)].flatMap((each) =>
    eventEvidence(each, objects, /^FailedCreate:/),
  );
  const isShort = servingOf(workload).wanted > numberAt(workload, 'status', currentField(workload));
  if (!isRefused && !(said.length > 0 && isShort)) return [];
  return [
    {
      severity: 'critical',
      reason: 'PodsRefused',
      object: workload,
      message: 'Pods of it cannot be created: the API server refuses them.',
      evidence: [...conditionEvidence(workload, 'ReplicaFailure'), ...said.slice(-1)],
      next: 'The message names what refuses them: a quota, a limit range, a missing service account, a security policy or a webhook.',
      since: sinceCondition(workload, 'ReplicaFailure'),
    },
  ];
}

function replicaSetsOf(workload: KubeObject, objects: ClusterObjects): readonly KubeObject[] {
  if (kindOf(workload) !== 'Deployment') return [];
  return objects.ownedBy(
    { kind: 'Deployment', namespace: namespaceOf(workload), name: nameOf(workload) },
    'ReplicaSet',
  );
}

function currentField(workload: KubeObject): string {
  return kindOf(workload) === 'DaemonSet' ? 'currentNumberScheduled' : 'replicas';
}

function findStuckRollout(workload: KubeObject): readonly Finding[] {
  const condition = conditionOf(workload, 'Progressing');
  if (textAt(condition, 'reason') !== 'ProgressDeadlineExceeded') return [];
  return [
    {
      severity: 'critical',
      reason: 'RolloutStuck',
      isSymptom: true,
      object: workload,
      message: 'The rollout of its newest revision has made no progress for longer than its deadline.',
      evidence: [
        ...conditionEvidence(workload, 'Progressing'),
        ...evidence('status.updatedReplicas', textAt(workload, 'status', 'updatedReplicas')),
      ],
      next: 'Check its newest pods. The previous revision may still serve, and you can roll back to it.',
      since: sinceCondition(workload, 'Progressing'),
    },
  ];
}

function findUnavailable(workload: KubeObject, objects: ClusterObjects): readonly Finding[] {
  const { wanted, serving, servingPath } = servingOf(workload);
  const since = sinceCondition(workload, 'Available') ?? textAt(workload, 'metadata', 'creationTimestamp');
  const isYoung = !hasLasted(since, graceSeconds, objects.now);
  if (serving >= wanted || (isYoung && !isCondition(workload, 'Available', 'False'))) return [];
  return [
    {
      severity: serving === 0 ? 'critical' : 'warning',
      reason: 'Unavailable',
      isSymptom: true,
      object: workload,
      message: describeServing({ serving, wanted, existing: numberAt(workload, 'status', currentField(workload)) }),
      evidence: evidence(servingPath, String(serving)),
      next: 'Describe it: its pods and their events show why they do not serve.',
      since: isCondition(workload, 'Available', 'False') ? since : undefined,
    },
  ];
}

interface PodCounts {
  readonly serving: number;
  readonly wanted: number;
  readonly existing: number;
}

function describeServing({ serving, wanted, existing }: PodCounts): string {
  if (existing === 0) return `It has no pod${wanted === 1 ? '' : 's'}, and should have ${wanted}.`;
  if (wanted === 1) return 'Its only pod does not serve.';
  if (serving === 0) return `None of its ${wanted} pods serves.`;
  const missing = wanted - existing;
  const lack = missing > 0 ? `; ${missing} ${missing === 1 ? 'does' : 'do'} not exist` : '';
  return `${serving} of its ${wanted} pods serve${lack}.`;
}

function servingOf(workload: KubeObject) {
  const [wanted, serving] = counts[kindOf(workload)] ?? [[], []];
  const isDefault = kindOf(workload) !== 'DaemonSet' && valueAt(workload, ...wanted) === undefined;
  return {
    wanted: isDefault ? 1 : numberAt(workload, ...wanted),
    serving: numberAt(workload, ...serving),
    servingPath: serving.join('.'),
  };
}
