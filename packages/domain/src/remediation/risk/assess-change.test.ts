import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { ClusterChange } from '../../cluster/change/cluster-change.ts';
import type { KubeObject } from '../../cluster/object/kube-object.ts';
import { type JsonObject, objectAt, objectsAt } from '../../cluster/object/read-value.ts';
import { assessChange, riskOf } from './assess-change.ts';
import { riskLevels } from './risk-level.ts';

const target = { resource: 'deployments.apps', name: 'web', namespace: 'shop' };
const container = {
  name: 'web',
  image: 'registry.example.com/web:1',
  resources: { limits: { memory: '256Mi', cpu: '1' } },
  livenessProbe: { httpGet: { path: '/healthz', port: 8080 } },
  env: [{ name: 'LOG_LEVEL', value: 'info' }],
};
const deployment: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '7', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    template: { metadata: { labels: { app: 'web' } }, spec: { serviceAccountName: 'web', containers: [container] } },
  },
};

type Edit = readonly [path: readonly (string | number)[], value: unknown];

/** Edits of different fields, from harmless to harmful; `undefined` removes the field. */
const edits: readonly Edit[] = [
  [['spec', 'replicas'], 4],
  [['spec', 'minReadySeconds'], 5],
  [['metadata', 'labels', 'team'], 'shop'],
  [['metadata', 'labels', 'app'], undefined],
  [['metadata', 'finalizers'], ['example.com/hold']],
  [['spec', 'template', 'spec', 'serviceAccountName'], 'admin'],
  [['spec', 'template', 'spec', 'hostNetwork'], true],
  [['spec', 'template', 'spec', 'containers', 0, 'image'], 'registry.example.com/web:2'],
  [['spec', 'template', 'spec', 'containers', 0, 'resources', 'limits', 'memory'], '512Mi'],
  [['spec', 'template', 'spec', 'containers', 0, 'resources', 'limits', 'cpu'], '500m'],
  [['spec', 'template', 'spec', 'containers', 0, 'livenessProbe', 'httpGet', 'port'], 8081],
  [['spec', 'template', 'spec', 'containers', 0, 'env', 0, 'value'], 'debug'],
  [['spec', 'template', 'spec', 'unknown'], { deep: [{ a: 1 }] }],
];

function edit(object: KubeObject, chosen: readonly Edit[]): KubeObject {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const [path, value] of chosen) {
    const parent = path.slice(0, -1).reduce<Record<string | number, unknown>>((at, step) => at[step] as never, copy);
    if (value === undefined) delete parent[path.at(-1) ?? ''];
    else parent[path.at(-1) ?? ''] = value;
  }
  return copy;
}

/** The same edits as a merge patch: lists are written as a whole. */
function toMergePatch(after: KubeObject, chosen: readonly Edit[]): JsonObject {
  const patch: Record<string, unknown> = {};
  for (const [path, value] of chosen) {
    const list = path.findIndex((step) => typeof step === 'number');
    const steps = list === -1 ? path : path.slice(0, list);
    let [at, source]: [Record<string, unknown>, unknown] = [patch, after];
    for (const [index, step] of steps.entries()) {
      source = (source as Record<string, unknown> | undefined)?.[step];
      if (index < steps.length - 1) at = (at[step] ??= {}) as Record<string, unknown>;
      else at[step] = list === -1 ? (value ?? null) : source;
    }
  }
  return patch;
}

function formsOf(after: KubeObject, chosen: readonly Edit[]): readonly ClusterChange[] {
  const operations = chosen.map(([path, value]) => ({
    op: value === undefined ? 'remove' : 'add',
    path: `/${path.join('/')}`,
    ...(value !== undefined && { value }),
  }));
  return [
    { verb: 'patch', target, type: 'merge', patch: toMergePatch(after, chosen) },
    { verb: 'patch', target, type: 'json', patch: operations },
    { verb: 'patch', target, type: 'strategic', patch: toMergePatch(after, chosen) },
    { verb: 'apply', object: after },
  ];
}

const someEdits = fc.subarray([...edits], { minLength: 1 });
const levelOf = (chosen: readonly Edit[]) => {
  const after = edit(deployment, chosen);
  return riskLevels.indexOf(riskOf({ change: { verb: 'apply', object: after }, before: deployment, after }).level);
};

it('assessChange returns the same assessment for every form of a change', () => {
  fc.assert(
    fc.property(someEdits, (chosen) => {
      const after = edit(deployment, chosen);
      const [first, ...others] = formsOf(after, chosen).map((change) =>
        assessChange({ change, before: deployment, after }),
      );
      for (const other of others) expect(other).toEqual(first);
    }),
  );
});

it('assessChange never lowers the risk when a difference is added', () => {
  fc.assert(
    fc.property(someEdits, fc.constantFrom(...edits), (chosen, further) => {
      expect(levelOf([...new Set([...chosen, further])])).toBeGreaterThanOrEqual(levelOf(chosen));
    }),
  );
});

it('assessChange returns high risk when a field without a rule is added anywhere', () => {
  const steps = fc.constantFrom('spec', 'template', 'containers', 'metadata', 'data', 'labels', 'resources', 'x', 'y');
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 6 }), fc.jsonValue(), (path, value) => {
      const unknown = path.reduceRight<unknown>((below, step) => ({ [step]: below }), { value });
      const after = { ...deployment, unknown };
      expect(riskOf({ change: { verb: 'apply', object: after }, before: deployment, after }).level).toBe('high');
    }),
  );
});

it.each([
  ['no dry run answered', undefined, 'No dry run'],
  [
    'the dry run answered with another object',
    { ...deployment, metadata: { name: 'web', uid: 'u2' } },
    'another object',
  ],
])('assessChange returns high risk when %s', (_case, after, reason) => {
  const change: ClusterChange = { verb: 'scale', target, replicas: 4 };
  expect(riskOf({ change, before: deployment, after })).toEqual({
    level: 'high',
    reasons: [expect.stringContaining(reason)],
  });
});

it('assessChange reports a label that has the name of an annotation of the API server', () => {
  const before = { ...deployment, kind: 'DaemonSet' };
  const after = edit(before, [[['metadata', 'labels', 'deprecated.daemonset.template.generation'], '2']]);
  const { reasons } = riskOf({ change: { verb: 'apply', object: after }, before, after });
  expect(reasons.join()).toContain('deprecated.daemonset.template.generation');
});

it('assessChange returns high risk when the object has no metadata', () => {
  const bare: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment' };
  expect(riskOf({ change: { verb: 'apply', object: bare }, before: bare, after: bare }).level).toBe('high');
});

it('assessChange returns low risk and no automatic change when nothing differs, unless a hidden value is written', () => {
  const assess = (patch: unknown) =>
    assessChange({ change: { verb: 'patch', target, type: 'merge', patch }, before: deployment, after: deployment });
  expect(assess({ spec: { replicas: 3 } })).toMatchObject({
    risk: { level: 'low', reasons: ['The dry run shows no difference.'] },
    other: 'The dry run shows no difference.',
  });
  expect(assess({ spec: { template: { spec: { serviceAccountName: 'admin' } } } }).risk.level).toBe('high');
});

it('assessChange includes the status of an unknown kind', () => {
  const before = {
    apiVersion: 'example.com/v1',
    kind: 'App',
    metadata: { name: 'a', namespace: 'shop' },
    status: { a: 1 },
  };
  const after = { ...before, status: { a: 2 } };
  const change: ClusterChange = { verb: 'patch', target, type: 'merge', patch: { status: { a: 2 } } };
  expect(riskOf({ change, before, after }).level).toBe('high');
});

it('assessChange ignores the template generation annotation when a DaemonSet is restarted', () => {
  // PrepareForUpdate in pkg/registry/apps/daemonset/strategy.go of kubernetes/kubernetes.
  const daemonSet = (generation: string, template: object): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name: 'agent',
      namespace: 'shop',
      annotations: { 'deprecated.daemonset.template.generation': generation },
    },
    spec: { template },
  });
  const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00.000Z' };
  const [before, after] = [daemonSet('1', { metadata: {} }), daemonSet('2', { metadata: { annotations } })];
  expect(assessChange({ change: { verb: 'restart', target }, before, after })).toMatchObject({
    risk: { level: 'medium' },
    automatic: ['restart'],
    other: undefined,
  });
});

it('assessChange tells kinds apart by their API group', () => {
  const before = { ...deployment, apiVersion: 'example.com/v1' };
  const after = edit(before, [[['spec', 'replicas'], 4]]);
  expect(riskOf({ change: { verb: 'scale', target, replicas: 4 }, before, after })).toEqual({
    level: 'high',
    reasons: ['Changes spec.replicas. The effects of example.com/Deployment are not known.'],
  });
});

it('assessChange compares the order of variables and ignores the order of containers', () => {
  const base = edit(deployment, [
    [['spec', 'template', 'spec', 'containers', 1], { name: 'proxy', image: 'registry.example.com/proxy:1' }],
    [['spec', 'template', 'spec', 'containers', 0, 'env', 1], { name: 'COLOUR', value: 'blue' }],
  ]);
  const { containers } = objectAt(base, 'spec', 'template', 'spec');
  const [first, second] = objectsAt(containers);
  const reorderedContainers = edit(base, [
    [
      ['spec', 'template', 'spec', 'containers'],
      [second, first],
    ],
  ]);
  const variables = objectsAt(first, 'env').toReversed();
  const reorderedVariables = edit(base, [[['spec', 'template', 'spec', 'containers', 0, 'env'], variables]]);
  const reasonsOf = (after: KubeObject) =>
    riskOf({ change: { verb: 'apply', object: after }, before: base, after }).reasons;
  expect(reasonsOf(reorderedContainers)).toEqual(['The dry run shows no difference.']);
  expect(reasonsOf(reorderedVariables)).toEqual([
    expect.stringContaining('Changes the order of spec.template.spec.containers[web].env.'),
  ]);
});

it('assessChange lists at most ten reasons and the number of the others', () => {
  const labels = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`example.com/l${index}`, 'x']));
  const after = edit(deployment, [[['metadata', 'labels'], { app: 'web', ...labels }]]);
  const { reasons } = riskOf({ change: { verb: 'apply', object: after }, before: deployment, after });
  expect([reasons.length, reasons.at(-1)]).toEqual([11, 'There are 20 more reasons.']);
});

it('assessChange shortens the values of the cluster in reasons', () => {
  const after = edit(deployment, [[['metadata', 'labels', 'l'.repeat(5_000)], 'v'.repeat(5_000)]]);
  const { reasons } = riskOf({ change: { verb: 'apply', object: after }, before: deployment, after });
  expect(reasons.join(' ').length).toBeLessThan(400);
});

/** Counts the reads of a value's fields. */
function counting(value: unknown, count: { reads: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(at, key, receiver) {
      count.reads += 1;
      return counting(Reflect.get(at, key, receiver), count);
    },
  });
}

const wide = (size: number): KubeObject => ({
  ...edit(deployment, [
    [
      ['spec', 'template', 'spec', 'containers'],
      Array.from({ length: size }, (_, index) => ({
        ...container,
        name: `c${index}`,
        args: Array.from({ length: 10 }, (__, part) => `--part=${part}`),
      })),
    ],
  ]),
  list: Array.from({ length: size }, (_, index) => ({ index, text: 'x' })),
});

it('assessChange costs time linear in the size of the objects', () => {
  const readsFor = (size: number) => {
    const count = { reads: 0 };
    const [before, after] = [wide(size), edit(wide(size), [[['spec', 'replicas'], 4]])];
    const [first, second] = [counting(before, count) as KubeObject, counting(after, count) as KubeObject];
    assessChange({ change: { verb: 'apply', object: second }, before: first, after: second });
    return count.reads;
  };
  const [small, large] = [readsFor(100), readsFor(1_000)];
  expect(large / small).toBeLessThan(11);
});

it('assessChange assesses objects of any depth, with high risk below the fields of built-in kinds', () => {
  const nest = (value: unknown) => Array.from({ length: 20_000 }).reduce<unknown>((below) => ({ below }), value);
  const [before, after] = [1, 2].map((value) => ({ ...deployment, deep: nest(value) }));
  const change: ClusterChange = { verb: 'patch', target, type: 'merge', patch: { deep: nest(2) } };
  expect(riskOf({ change, before, after }).level).toBe('high');
});
