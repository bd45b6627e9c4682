import { expect, it } from 'vitest';
import type { KubeObject } from '../cluster/object/kube-object.ts';
import { healthOf } from './health-of.ts';

const workload = (kind: string, spec: object, status: object): KubeObject => ({
  kind,
  metadata: { generation: 2 },
  spec,
  status: { observedGeneration: 2, ...status },
});
const pod = (phase: string | undefined, ready?: string, ...reasons: readonly string[]): KubeObject => ({
  kind: 'Pod',
  status: {
    ...(phase !== undefined && { phase }),
    conditions: ready === undefined ? [] : [{ type: 'Ready', status: ready }],
    containerStatuses: [...reasons.map((reason) => ({ state: { waiting: { reason } } })), { state: { running: {} } }],
  },
});
const service = (spec: object): KubeObject => ({ kind: 'Service', spec });
const cronJob = (status: object, spec: object = {}): KubeObject => ({ kind: 'CronJob', spec, status });
const conditioned = (kind: string, ...conditions: readonly object[]): KubeObject => ({ kind, status: { conditions } });

it.each<[what: string, object: KubeObject, state: string | undefined, isHealthy: boolean]>([
  [
    'a complete rollout',
    workload('Deployment', { replicas: 2, paused: true }, { replicas: 2, updatedReplicas: 2, availableReplicas: 2 }),
    '2 of 2 replicas are available, 2 are updated',
    true,
  ],
  [
    'a rollout that is not available',
    workload('StatefulSet', { replicas: 2 }, { replicas: 2, updatedReplicas: 1, availableReplicas: 2 }),
    '2 of 2 replicas are available, 1 are updated',
    false,
  ],
  [
    'an old pod beside the new ones',
    workload('Deployment', {}, { replicas: 2, updatedReplicas: 1, availableReplicas: 1 }),
    '1 of 1 replicas are available, 1 are updated',
    false,
  ],
  [
    'a ReplicaSet without a number',
    workload('ReplicaSet', {}, { replicas: 1, availableReplicas: 1 }),
    '1 of 1 replicas are available, 1 are updated',
    true,
  ],
  [
    'a DaemonSet',
    workload('DaemonSet', {}, { desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 1 }),
    '1 of 2 replicas are available, 2 are updated',
    false,
  ],
  ['a pod that runs', pod('Running', 'True'), 'Running', true],
  ['a pod that has succeeded', pod('Succeeded'), 'Succeeded', true],
  [
    'a pod that is not ready',
    pod('Running', 'False', 'CrashLoopBackOff'),
    'Running, CrashLoopBackOff, not ready',
    false,
  ],
  ['a pod that is ready and pending', pod('Pending', 'True'), 'Pending, not ready', false],
  ['a pod without a status', pod(undefined), 'Unknown, not ready', false],
  ['a Service of another name', service({ type: 'ExternalName' }), undefined, false],
  ['a Service without endpoints', service({}), '0 endpoints are ready', false],
  ['a CronJob that is suspended', cronJob({}, { suspend: true }), 'suspended', false],
  ['a CronJob that has not run', cronJob({}), 'has not run yet', true],
  [
    'a CronJob whose run succeeded',
    cronJob({ lastScheduleTime: '2026-01-01T00:00:00Z', lastSuccessfulTime: '2026-01-01T00:00:00Z' }),
    'its last run has succeeded',
    true,
  ],
  [
    'a CronJob whose run has not succeeded',
    cronJob({ lastScheduleTime: '2026-01-02T00:00:00Z', lastSuccessfulTime: '2026-01-01T00:00:00Z', active: [{}] }),
    'its last run has not succeeded, 1 active',
    false,
  ],
  [
    'an autoscaler of a workload that is off',
    conditioned(
      'HorizontalPodAutoscaler',
      { type: 'AbleToScale', status: 'True' },
      { type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled' },
    ),
    'its target is scaled to zero',
    false,
  ],
  [
    'a Job that is complete',
    conditioned('Job', { type: 'Complete', status: 'True', reason: 'CompletionsReached' }),
    'complete',
    true,
  ],
  ['a Job that failed without a reason', conditioned('Job', { type: 'Failed', status: 'True' }), 'failed', false],
  [
    'an object with a condition',
    conditioned('Certificate', { type: 'Ready', status: 'False' }),
    'Ready is False',
    false,
  ],
  ['an object without conditions', conditioned('Certificate'), undefined, false],
])('healthOf describes %s', (...[, object, state, isHealthy]) => {
  expect(healthOf(object)).toEqual(state === undefined ? undefined : { state, isHealthy });
});

it('healthOf judges a Service by its ready endpoints', () => {
  expect(healthOf(service({}), { readyEndpoints: 1 })).toEqual({ isHealthy: true, state: '1 endpoints are ready' });
});
