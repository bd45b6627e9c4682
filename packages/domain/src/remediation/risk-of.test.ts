import { describe, expect, it } from 'vitest';
import type { ClusterChange } from '../cluster/change/cluster-change.ts';
import type { KubeObject } from '../cluster/object/kube-object.ts';
import { managedBy } from '../cluster/object/managed-by.ts';
import { healthOf } from './health-of.ts';
import { highestOf, isAbove, riskOf } from './risk-of.ts';

const target = { resource: 'deployment', name: 'web', namespace: 'shop' };
const deployment = (replicas: number, namespace = 'shop', kind = 'Deployment') => ({
  kind,
  metadata: { name: 'web', namespace },
  spec: { replicas },
});
const patch = (body: unknown): ClusterChange => ({ verb: 'patch', target, type: 'merge', patch: body });
const apply = (object: Readonly<Record<string, unknown>>): ClusterChange => ({ verb: 'apply', object });
const settings = { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' } };

describe('the risk of a change is computed from the change', () => {
  it.each<[what: string, ClusterChange, KubeObject | undefined, level: string]>([
    ['a deletion', { verb: 'delete', target }, deployment(3), 'high'],
    ['a deletion of a pod', { verb: 'delete', target }, { kind: 'Pod', metadata: { namespace: 'shop' } }, 'high'],
    ['more replicas', { verb: 'scale', target, replicas: 4 }, deployment(3), 'low'],
    ['far more replicas', { verb: 'scale', target, replicas: 40 }, deployment(3), 'medium'],
    ['fewer replicas', { verb: 'scale', target, replicas: 2 }, deployment(3), 'medium'],
    ['no replicas', { verb: 'scale', target, replicas: 0 }, deployment(3), 'high'],
    ['a restart of several', { verb: 'restart', target }, deployment(2), 'low'],
    ['a restart of one', { verb: 'restart', target }, deployment(1), 'medium'],
    ['a restart of a StatefulSet', { verb: 'restart', target }, deployment(3, 'shop', 'StatefulSet'), 'medium'],
    ['anything in kube-system', { verb: 'restart', target }, deployment(3, 'kube-system'), 'high'],
    ['what is in no namespace', patch({ spec: {} }), { kind: 'Node', metadata: { name: 'a' } }, 'high'],
    ['configuration of what runs', patch({ data: { a: 'b' } }), settings, 'medium'],
    ['something new', apply(settings), undefined, 'low'],
    ['a new binding', apply({ ...settings, kind: 'RoleBinding' }), undefined, 'high'],
    ['a Secret', patch({ stringData: {} }), { ...settings, kind: 'Secret' }, 'high'],
    [
      'privileges',
      patch({ spec: { template: { spec: { containers: [{ securityContext: { privileged: true } }] } } } }),
      deployment(2),
      'high',
    ],
    ['a path of the host', patch({ spec: { volumes: [{ hostPath: { path: '/' } }] } }), deployment(2), 'high'],
    [
      'another account',
      patch([{ op: 'add', path: '/spec/template/spec/serviceAccountName', value: 'admin' }]),
      deployment(2),
      'high',
    ],
  ])('%s', (...[, change, current, level]) => {
    const risk = riskOf({ change, current });
    expect(risk).toEqual({ level, reasons: [expect.any(String), ...risk.reasons.slice(1)] });
  });

  it('and levels are in order', () => {
    expect([isAbove('high', 'medium'), isAbove('low', 'low'), isAbove('low', 'high')]).toEqual([true, false, false]);
    expect([highestOf([]), highestOf(['low', 'high', 'medium'])]).toEqual(['low', 'high']);
  });
});

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
