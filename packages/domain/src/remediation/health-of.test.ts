import { expect, it } from 'vitest';
import { managedBy } from '../cluster/object/managed-by.ts';
import { healthOf } from './health-of.ts';

it.each([
  [
    { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/web' } },
    { by: 'argocd', name: 'shop', namespace: null },
  ],
  [
    { annotations: { 'argocd.argoproj.io/tracking-id': 'team_shop:apps/Deployment:a/b' } },
    { by: 'argocd', name: 'shop', namespace: 'team' },
  ],
  [{ labels: { 'argocd.argoproj.io/instance': 'shop' } }, { by: 'argocd', name: 'shop', namespace: null }],
  [
    { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' } },
    { by: 'flux', name: 'apps', namespace: 'flux-system' },
  ],
  [{ labels: { 'helm.toolkit.fluxcd.io/name': 'apps' } }, { by: 'flux', name: 'apps', namespace: null }],
  [
    { annotations: { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' } },
    { by: 'helm', name: 'web', namespace: 'shop' },
  ],
  [{ labels: { 'app.kubernetes.io/managed-by': 'Helm' } }, undefined],
  [{}, undefined],
])('%j tells who manages an object', (metadata, manager) => {
  expect(managedBy({ metadata })).toEqual(manager);
});

const workload = (spec: object, status: object, kind = 'Deployment') => ({
  kind,
  metadata: { generation: 2 },
  spec,
  status,
});
const rolledOut = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const pod = (phase: string, ready: string) => ({
  kind: 'Pod',
  status: { phase, conditions: [{ type: 'Ready', status: ready }] },
});

it.each([
  ['a rollout that is over', workload({ replicas: 2 }, rolledOut), true],
  [
    'one whose controller has not seen the change',
    workload({ replicas: 2 }, { ...rolledOut, observedGeneration: 1 }),
    false,
  ],
  ['one with old pods', workload({ replicas: 2 }, { ...rolledOut, updatedReplicas: 1 }), false],
  ['one with too many pods', workload({ replicas: 2 }, { ...rolledOut, replicas: 3 }), false],
  ['one without pods that wants none', workload({ replicas: 0 }, { observedGeneration: 2 }), true],
  [
    'a DaemonSet',
    workload(
      {},
      { observedGeneration: 2, desiredNumberScheduled: 1, updatedNumberScheduled: 1, numberAvailable: 0 },
      'DaemonSet',
    ),
    false,
  ],
  ['a pod that is ready', pod('Running', 'True'), true],
  ['a pod that is not', pod('Running', 'False'), false],
  ['a pod that is done', pod('Succeeded', 'False'), true],
  ['a Job that failed', { kind: 'Job', status: { conditions: [{ type: 'Failed', status: 'True' }] } }, false],
  ['a claim without a volume', { kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } }, false],
  [
    'what says that it is ready',
    { kind: 'Certificate', status: { conditions: [{ type: 'Ready', status: 'True' }] } },
    true,
  ],
  ['what says nothing', { kind: 'ConfigMap' }, undefined],
  ['a Service without endpoints', { kind: 'Service' }, false],
])('%s is judged by rules', (_what, object, isHealthy) => {
  expect(healthOf(object)?.isHealthy).toBe(isHealthy);
});
