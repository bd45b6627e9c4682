import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toLines } from '../../../../test/support/diagnose.ts';

const claim = (spec: string, phase = 'Pending') => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop, creationTimestamp: "${minutesAgo(5)}" }
spec: { ${spec} }
status: { phase: ${phase} }`;

const node = (conditions: string, spec = '') => `
apiVersion: v1
kind: Node
metadata: { name: node-1 }
spec: { ${spec} }
status: { conditions: [${conditions}] }`;

const ready = '{ type: Ready, status: "True" }';

const autoscaler = (conditions: string) => `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }
status: { conditions: [${conditions}] }`;

const quota = (used: string) => `
{ apiVersion: v1, kind: ResourceQuota, metadata: { name: team, namespace: shop }, status: { hard: { requests.memory: 2Gi, pods: "10" }, used: { requests.memory: ${used}, pods: "3" } } }`;

const budget = (status: string) => `
{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: web, namespace: shop }, spec: { minAvailable: 2 }, status: ${status} }`;

test.each<[name: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'a claim of a class that does not exist',
    claim('storageClassName: fast'),
    ['critical ClaimPending PersistentVolumeClaim/data'],
    'spec.storageClassName: fast',
  ],
  [
    'a claim of no class where none is the default',
    claim(''),
    ['critical ClaimPending PersistentVolumeClaim/data'],
    'status.phase: Pending',
  ],
  [
    'a claim that lost its volume',
    claim('storageClassName: fast', 'Lost'),
    ['critical ClaimLost PersistentVolumeClaim/data'],
    'status.phase: Lost',
  ],
  [
    'a quota that is used up',
    quota('2048Mi'),
    ['warning QuotaExhausted ResourceQuota/team'],
    'status.used[requests.memory]: 2048Mi of 2Gi',
  ],
  [
    'a quota that is nearly used up',
    quota('1900Mi'),
    ['info QuotaNearlyExhausted ResourceQuota/team'],
    '1900Mi of 2Gi',
  ],
  [
    'a node that is not ready',
    node('{ type: Ready, status: Unknown, message: kubelet stopped posting }'),
    ['critical NodeNotReady Node/node-1'],
    'kubelet stopped posting',
  ],
  [
    'a node without memory',
    node(`${ready}, { type: MemoryPressure, status: "True", message: low }`),
    ['warning MemoryPressure Node/node-1'],
    'low',
  ],
  [
    'a node that is cordoned',
    node(ready, 'unschedulable: true, taints: [{ key: node.kubernetes.io/unschedulable, effect: NoSchedule }]'),
    ['info Cordoned Node/node-1'],
    'spec.taints: node.kubernetes.io/unschedulable:NoSchedule',
  ],
  [
    'an autoscaler without metrics',
    autoscaler(
      '{ type: AbleToScale, status: "True" }, { type: ScalingActive, status: "False", reason: FailedGetResourceMetric, message: no metrics }',
    ),
    ['warning FailedGetResourceMetric HorizontalPodAutoscaler/web'],
    'status.conditions[ScalingActive].message: no metrics',
  ],
  [
    'an autoscaler of nothing',
    autoscaler('{ type: AbleToScale, status: "False", reason: FailedGetScale, message: not found }'),
    ['warning FailedGetScale HorizontalPodAutoscaler/web'],
    'spec.scaleTargetRef: Deployment/web',
  ],
  [
    'an autoscaler at its maximum',
    autoscaler(
      '{ type: ScalingActive, status: "True" }, { type: ScalingLimited, status: "True", reason: TooManyReplicas }',
    ),
    ['info AtMaximum HorizontalPodAutoscaler/web'],
    'spec.maxReplicas: 5',
  ],
  [
    'a budget that lets no node be drained',
    budget('{ expectedPods: 2, desiredHealthy: 2, currentHealthy: 2, disruptionsAllowed: 0 }'),
    ['info NoDisruptionAllowed PodDisruptionBudget/web'],
    'spec.minAvailable: 2',
  ],
  [
    'a namespace whose deletion does not complete',
    `{ apiVersion: v1, kind: Namespace, metadata: { name: shop, deletionTimestamp: "${minutesAgo(9)}" }, status: { conditions: [{ type: NamespaceContentRemaining, status: "True", message: widgets remain }] } }`,
    ['warning StuckTerminating Namespace/shop'],
    'widgets remain',
  ],
  [
    'an object that is written in a removed API version',
    '{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: web, namespace: shop, managedFields: [{ manager: helm, apiVersion: policy/v1beta1 }, { manager: kubectl, apiVersion: policy/v1 }] } }',
    ['info DeprecatedApi PodDisruptionBudget/web'],
    'metadata.managedFields[helm].apiVersion: policy/v1beta1',
  ],
])('findProblems reports %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  expect(
    found.flatMap((problem) => problem.evidence.map(({ path, value }) => `${path}: ${value}`)).join('\n'),
  ).toContain(evidence);
});

test.each([
  ['a claim that is bound', claim('storageClassName: gone', 'Bound')],
  ['a quota with room', quota('1Gi')],
  ['a node that is ready', node(`${ready}, { type: DiskPressure, status: "False" }`)],
  [
    'an autoscaler of what is scaled to zero',
    autoscaler('{ type: ScalingActive, status: "False", reason: ScalingDisabled }'),
  ],
  ['a budget with room', budget('{ expectedPods: 3, desiredHealthy: 2, currentHealthy: 3, disruptionsAllowed: 1 }')],
])('findProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});
