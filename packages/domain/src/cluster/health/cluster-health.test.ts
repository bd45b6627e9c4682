import { expect, it } from 'vitest';
import type { KubeObject } from '../object/kube-object.ts';
import { ClusterObjects } from '../problems/cluster-objects.ts';
import type { Problem, ProblemSeverity } from '../problems/problem.ts';
import { summarizeHealth } from './cluster-health.ts';

const object = (kind: string, name: string, rest: object = {}): KubeObject => ({
  kind,
  metadata: { name, ...(kind !== 'Node' && kind !== 'Namespace' && { namespace: 'shop' }) },
  ...rest,
});
const pod = (
  name: string,
  nodeName: string,
  { phase = 'Running', ready = 'True', cpu = '500m', namespace = 'shop' } = {},
) => ({
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { nodeName, containers: [{ resources: { requests: { cpu } } }, { name: 'sidecar' }] },
  status: { phase, conditions: [{ type: 'Ready', status: ready }] },
});
const all: Readonly<Record<string, readonly KubeObject[]>> = {
  Namespace: ['empty', 'shop'].map((name) => object('Namespace', name)),
  Deployment: [object('Deployment', 'web'), object('Deployment', 'api')],
  Pod: [
    pod('web-1', 'node-1'),
    pod('web-2', 'node-1', { ready: 'False', cpu: '1' }),
    pod('job-1', 'node-1', { phase: 'Succeeded', ready: 'False' }),
    pod('job-2', 'node-1', { phase: 'Failed', ready: 'False' }),
    pod('log-1', 'node-2', { cpu: '0', namespace: 'logs' }),
  ],
  Node: [
    {
      kind: 'Node',
      metadata: { name: 'node-2', labels: { 'node-role.kubernetes.io/control-plane': '', zone: 'a' } },
      spec: { unschedulable: true },
    },
    {
      kind: 'Node',
      metadata: { name: 'node-1' },
      status: {
        allocatable: { cpu: '2', memory: '1Gi' },
        nodeInfo: { kubeletVersion: 'v1.35.0' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    },
  ],
};

const read = (namespace?: string): ClusterObjects =>
  new ClusterObjects(
    { now: new Date(0), namespace },
    new Map(Object.entries(all).map(([kind, items]) => [kind, { items, isComplete: true }])),
  );

const problem = (severity: ProblemSeverity, named: string, more: Partial<Problem> = {}): Problem => {
  const [kind = '', namespace = '', name = ''] = named.split('/');
  const reference = { apiVersion: 'v1', kind, namespace, name };
  const base = { severity, reason: 'Broken', object: reference, root: reference, message: '', evidence: [], next: '' };
  return { ...base, isSymptom: false, alike: [], ...more } as unknown as Problem;
};
const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

const problems = [
  problem('critical', 'Pod/shop/web-2', { root: web, alike: ['web-3', 'web-4'] }),
  problem('warning', 'Deployment/shop/web'),
  problem('info', 'Deployment/shop/api'),
  problem('warning', 'Service/gone/api'),
  problem('info', 'Pod/logs/log-1'),
];

it('summarizeHealth counts owners by their worst problem, and objects of each kind with a problem', () => {
  const { counts, workloads } = summarizeHealth(read(), problems);
  expect(counts).toEqual({ critical: 1, warning: 1, info: 2 });
  expect(workloads).toEqual([
    { kind: 'Deployment', total: 2, troubled: 1 },
    { kind: 'Pod', total: 5, troubled: 3 },
  ]);
});

it('summarizeHealth lists namespaces with the worst problems first, also those that were not listed', () => {
  expect(summarizeHealth(read(), problems).namespaces).toEqual([
    { name: 'shop', pods: 4, healthyPods: 2, problems: { critical: 1, warning: 0, info: 1 } },
    { name: 'gone', pods: 0, healthyPods: 0, problems: { critical: 0, warning: 1, info: 0 } },
    { name: 'logs', pods: 1, healthyPods: 1, problems: { critical: 0, warning: 0, info: 1 } },
    { name: 'empty', pods: 0, healthyPods: 0, problems: { critical: 0, warning: 0, info: 0 } },
  ]);
});

it('summarizeHealth lists the namespaces of pods that have no problems', () => {
  const names = summarizeHealth(read(), []).namespaces.map(({ name }) => name);
  expect(names.toSorted()).toEqual(['empty', 'logs', 'shop']);
});

it.each<[first: ProblemSeverity[], second: ProblemSeverity[]]>([
  [['critical'], ['warning', 'warning', 'warning']],
  [
    ['critical', 'critical'],
    ['critical', 'warning', 'warning'],
  ],
  [
    ['warning', 'warning'],
    ['warning', 'info', 'info'],
  ],
  [['info', 'info'], ['info']],
])('summarizeHealth lists a namespace with %j before one with %j', (first, second) => {
  const inNamespace = (namespace: string, severities: readonly ProblemSeverity[]) =>
    severities.map((severity, index) => problem(severity, `Pod/${namespace}/p${index}`));
  const found = [...inNamespace('a', second), ...inNamespace('b', first)];
  const names = summarizeHealth(read(), found).namespaces.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['b', 'a']);
});

it('summarizeHealth lists nodes by name with the share of their resources that running pods request', () => {
  expect(summarizeHealth(read(), []).nodes).toEqual([
    { name: 'node-1', isReady: true, isCordoned: false, roles: [], version: 'v1.35.0', pods: 2, cpu: 0.75, memory: 0 },
    {
      name: 'node-2',
      isReady: false,
      isCordoned: true,
      roles: ['control-plane'],
      version: '',
      pods: 1,
      cpu: null,
      memory: null,
    },
  ]);
  expect(summarizeHealth(read('shop'), []).nodes).toEqual([]);
});
