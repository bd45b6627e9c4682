import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../cluster/object/kube-object.ts';
import { healthOf } from './health-of.ts';

const condition = (type: string, status: string, reason = '') => ({ type, status, ...(reason !== '' && { reason }) });
const conditions = (...all: readonly object[]) => ({ status: { conditions: all } });
const rolledOut = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const deployment = (spec: object, status: object) => ({
  kind: 'Deployment',
  metadata: { generation: 2 },
  spec,
  status,
});

describe('healthOf', () => {
  it.each<readonly [what: string, object: KubeObject, isHealthy: boolean, state: string]>([
    ['a Deployment that is rolled out', deployment({ replicas: 2 }, rolledOut), true, '2 of 2 replicas'],
    [
      'a Deployment without desired replicas',
      deployment({ replicas: 0 }, { observedGeneration: 2 }),
      false,
      'none is desired',
    ],
    [
      'a Deployment that is not seen yet',
      deployment({ replicas: 2 }, { ...rolledOut, observedGeneration: 1 }),
      false,
      'has not seen',
    ],
    [
      'a paused Deployment with a new template',
      deployment({ replicas: 2, paused: true }, { ...rolledOut, updatedReplicas: 0 }),
      false,
      'its rollout is paused',
    ],
    ['a DaemonSet for no node', { kind: 'DaemonSet', status: { desiredNumberScheduled: 0 } }, false, 'none is desired'],
    [
      'a ReplicaSet',
      { kind: 'ReplicaSet', spec: { replicas: 1 }, status: { replicas: 1, availableReplicas: 1 } },
      true,
      '1 of 1',
    ],
    ['a Job that runs', { kind: 'Job', status: { active: 1 } }, false, 'not complete'],
    [
      'a Job that failed',
      { kind: 'Job', ...conditions(condition('Failed', 'True', 'BackoffLimitExceeded')) },
      false,
      'failed (BackoffLimitExceeded)',
    ],
    ['a Job that is complete', { kind: 'Job', ...conditions(condition('Complete', 'True')) }, true, 'complete'],
    [
      'an autoscaler without metrics',
      {
        kind: 'HorizontalPodAutoscaler',
        ...conditions(condition('AbleToScale', 'True'), condition('ScalingActive', 'False', 'FailedGetResourceMetric')),
      },
      false,
      'ScalingActive is False (FailedGetResourceMetric)',
    ],
    [
      'an autoscaler that works',
      {
        kind: 'HorizontalPodAutoscaler',
        ...conditions(condition('AbleToScale', 'True'), condition('ScalingActive', 'True')),
      },
      true,
      'are True',
    ],
    [
      'a CronJob whose last run succeeded',
      {
        kind: 'CronJob',
        status: { lastScheduleTime: '2026-01-01T00:02:00Z', lastSuccessfulTime: '2026-01-01T00:02:05Z' },
      },
      true,
      'succeeded',
    ],
    [
      'a CronJob whose last run is active',
      {
        kind: 'CronJob',
        status: {
          active: [{ name: 'a' }],
          lastScheduleTime: '2026-01-01T00:04:00Z',
          lastSuccessfulTime: '2026-01-01T00:02:05Z',
        },
      },
      false,
      '1 active',
    ],
    ['an Ingress without an address', { kind: 'Ingress', status: { loadBalancer: {} } }, false, 'no address'],
    [
      'an Ingress with an address',
      { kind: 'Ingress', status: { loadBalancer: { ingress: [{ ip: '203.0.113.1' }] } } },
      true,
      'an address',
    ],
    ['a claim', { kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } }, false, 'Pending'],
    [
      'a node',
      { kind: 'Node', ...conditions(condition('Ready', 'Unknown', 'NodeStatusUnknown')) },
      false,
      'Ready is Unknown',
    ],
  ])('healthOf judges %s', (_what, object, ...[isHealthy, state]) => {
    expect(healthOf(object)).toEqual({ isHealthy, state: expect.stringContaining(state) });
  });

  it('healthOf reports a claim healthy when it waits for its first consumer', () => {
    const claim = { kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } };
    expect(healthOf(claim, { isUnusedClaim: true })).toEqual({ isHealthy: true, state: 'Pending until a pod uses it' });
    expect(healthOf({ ...claim, status: { phase: 'Lost' } }, { isUnusedClaim: true })).toMatchObject({
      isHealthy: false,
    });
  });

  it('healthOf returns nothing for a kind without a rule or conditions', () => {
    expect(healthOf({ kind: 'ConfigMap' })).toBeUndefined();
  });
});
