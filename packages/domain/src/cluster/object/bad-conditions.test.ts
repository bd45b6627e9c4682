import { expect, test } from 'vitest';
import { badConditionsOf } from './bad-conditions.ts';

const object = (kind: string, condition: object) => ({ kind, status: { conditions: [condition] } });

// Polarity: the API types of Kubernetes (staging/src/k8s.io/api) and the controllers that write the conditions.
test.each<[kind: string, type: string, bad: readonly string[]]>([
  ['Pod', 'Ready', ['False', 'Unknown']],
  ['Pod', 'PodScheduled', ['False', 'Unknown']],
  ['Pod', 'DisruptionTarget', ['True']],
  ['Pod', 'PodResizePending', ['True']],
  ['Node', 'Ready', ['False', 'Unknown']],
  ['Node', 'MemoryPressure', ['True', 'Unknown']],
  ['Node', 'KernelDeadlock', ['True', 'Unknown']],
  ['Node', 'ReadonlyFilesystem', ['True', 'Unknown']],
  ['Namespace', 'NamespaceDeletionDiscoveryFailure', ['True']],
  ['Namespace', 'NamespaceDeletionGroupVersionParsingFailure', ['True']],
  ['Namespace', 'NamespaceDeletionContentFailure', ['True']],
  ['Namespace', 'NamespaceContentRemaining', ['True']],
  ['Namespace', 'NamespaceFinalizersRemaining', ['True']],
  ['Deployment', 'Available', ['False', 'Unknown']],
  ['Deployment', 'Progressing', ['False', 'Unknown']],
  ['Deployment', 'ReplicaFailure', ['True']],
  ['ReplicaSet', 'ReplicaFailure', ['True']],
  ['Job', 'Failed', ['True']],
  ['Job', 'FailureTarget', ['True']],
  ['Job', 'Suspended', ['True']],
  ['Job', 'SuccessCriteriaMet', ['False', 'Unknown']],
  ['HorizontalPodAutoscaler', 'AbleToScale', ['False', 'Unknown']],
  ['HorizontalPodAutoscaler', 'ScalingActive', ['False', 'Unknown']],
  ['HorizontalPodAutoscaler', 'ScalingLimited', ['True']],
  ['PersistentVolumeClaim', 'ModifyVolumeError', ['True']],
  ['PersistentVolumeClaim', 'FileSystemResizePending', ['True']],
  ['PodDisruptionBudget', 'DisruptionAllowed', ['False', 'Unknown']],
  ['APIService', 'Available', ['False', 'Unknown']],
  ['CustomResourceDefinition', 'Established', ['False', 'Unknown']],
  ['CustomResourceDefinition', 'NonStructuralSchema', ['True']],
  ['CustomResourceDefinition', 'Terminating', ['True']],
  ['CertificateSigningRequest', 'Denied', ['True']],
  ['FlowSchema', 'Dangling', ['True']],
  ['Certificate', 'Ready', ['False', 'Unknown']],
  ['Kustomization', 'Stalled', ['True']],
  ['Kustomization', 'Reconciling', ['True']],
  ['Widget', 'Degraded', ['True']],
  ['Widget', 'BackupFailed', ['True']],
  ['Widget', 'Synced', ['False', 'Unknown']],
  ['constructor', 'Synced', ['False', 'Unknown']],
])('badConditionsOf judges the condition of %s: %s', (kind, type, bad) => {
  const found = ['True', 'False', 'Unknown'].filter(
    (status) => badConditionsOf(object(kind, { type, status })).length > 0,
  );
  expect(found.toSorted()).toEqual([...bad].toSorted());
});

test.each([
  ['a pod that has completed is not ready', object('Pod', { type: 'Ready', status: 'False', reason: 'PodCompleted' })],
  [
    'an autoscaler is at its minimum',
    object('HorizontalPodAutoscaler', { type: 'ScalingLimited', status: 'True', reason: 'TooFewReplicas' }),
  ],
  [
    'an autoscaler of a workload at zero is off',
    object('HorizontalPodAutoscaler', { type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled' }),
  ],
  ['an object has no conditions', { kind: 'Pod' }],
  ['conditions are no list', { kind: 'Pod', status: { conditions: 'none' } }],
])('badConditionsOf returns nothing when %s', (_name, value) => {
  expect(badConditionsOf(value)).toEqual([]);
});
