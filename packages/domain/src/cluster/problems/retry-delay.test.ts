import { expect, test } from 'vitest';
import { retryDelayOf } from './retry-delay.ts';

const root = (kind: string) => ({ apiVersion: 'v1', kind, name: 'web', namespace: 'shop' });

test.each([
  ['PodsRefused', 'Deployment', { by: 'replicaset-controller', maxSeconds: 1_000 }],
  ['PodsRefused', 'StatefulSet', { by: 'statefulset-controller', maxSeconds: 1_000 }],
  ['PodsRefused', 'DaemonSet', { by: 'daemonset-controller', maxSeconds: 1_000 }],
  ['CrashLoopBackOff', 'Deployment', { by: 'kubelet', maxSeconds: 300 }],
  ['ImagePullFailed', 'Pod', { by: 'kubelet', maxSeconds: 300 }],
  ['ContainerCreating', 'Pod', { by: 'kubelet', maxSeconds: 122 }],
  ['JobFailing', 'Job', { by: 'job-controller', maxSeconds: 600 }],
])('retryDelayOf names the controller that retries %s of a %s', (reason, kind, delay) => {
  expect(retryDelayOf({ reason, root: root(kind) })).toEqual(delay);
});

test.each([
  ['Unschedulable', 'Deployment'],
  ['SelectsNothing', 'Service'],
  ['PodsRefused', 'Widget'],
  ['constructor', 'Pod'],
])('retryDelayOf returns undefined for %s of a %s', (reason, kind) => {
  expect(retryDelayOf({ reason, root: root(kind) })).toBeUndefined();
});
