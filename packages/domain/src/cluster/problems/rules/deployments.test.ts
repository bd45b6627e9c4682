import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

const deployment = (spec: string, status: string, kind = 'Deployment') => `
---
apiVersion: apps/v1
kind: ${kind}
metadata: { name: web, namespace: shop, generation: 3, creationTimestamp: "${minutesAgo(60)}" }
spec: { ${spec} }
status: { ${status} }`;

const serving = 'observedGeneration: 3, replicas: 3, availableReplicas: 3, readyReplicas: 3';

test('findPausedRollouts reports a paused Deployment with severity info when no change is pending', () => {
  const found = diagnose(deployment('replicas: 3, paused: true', `${serving}, updatedReplicas: 3`));
  expect(toLines(found)).toEqual(['info RolloutPaused Deployment/web']);
  expect(toEvidence(found)).toContain('spec.paused: true');
  expect(toMessages(found)).toContain('a change of its pod template is not rolled out');
});

// A paused Deployment gets no new ReplicaSet, so that no pod counts as updated
// (kubernetes, pkg/controller/deployment/sync.go, sync).
test('findPausedRollouts warns when a change of the pod template is pending', () => {
  const found = diagnose(deployment('replicas: 3, paused: true', `${serving}, updatedReplicas: 0`));
  expect(toLines(found)).toEqual(['warning RolloutPaused Deployment/web']);
  expect(toMessages(found)).toContain('0 of its 3 pods');
});

test.each([
  ['a Deployment that is not paused', deployment('replicas: 3', `${serving}, updatedReplicas: 3`)],
  ['a Deployment that is resumed', deployment('replicas: 3, paused: false', `${serving}, updatedReplicas: 3`)],
])('findPausedRollouts finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

test.each<[wants: string, yaml: string, message: string]>([
  ['one pod', deployment('replicas: 1', 'observedGeneration: 3'), 'It has no pod, and should have 1.'],
  ['three pods', deployment('replicas: 3', 'observedGeneration: 3'), 'It has no pods, and should have 3.'],
  ['one pod that exists', deployment('replicas: 1', 'replicas: 1'), 'Its only pod does not serve.'],
  ['three pods that exist', deployment('replicas: 3', 'replicas: 3'), 'None of its 3 pods serves.'],
  [
    'three pods of which two exist and serve',
    deployment('replicas: 3', 'replicas: 2, availableReplicas: 2'),
    '2 of its 3 pods serve; 1 does not exist.',
  ],
  [
    'a pod on each node and has none',
    deployment('', 'desiredNumberScheduled: 2', 'DaemonSet'),
    'It has no pods, and should have 2.',
  ],
])('findWorkloadProblems counts the pods that exist when a workload wants %s', (_name, yaml, message) => {
  expect(toMessages(diagnose(yaml))).toBe(message);
});
