import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configMap, deployment, namespace, pod, podSpec } from '../../test/support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' } as const;
const read = () => kubernetes.cluster.objects.get(web);
const versionOf = () => String(read()?.metadata.resourceVersion);
const onWeb = (input: object = {}) => ({ resource: 'deploy/web', namespace: 'shop', ...input });
const onPod = { resource: 'pod/single', namespace: 'shop' };
const restartedAt = 'kubectl.kubernetes.io/restartedAt';
const newImage = 'spec: { template: { spec: { containers: [{ name: web, image: "web:2" }] } } }';

beforeAll(async () => {
  kubernetes = await startKubernetes();
});
beforeEach(() => {
  kubernetes.cluster.objects.apply(namespace('shop'));
  kubernetes.cluster.objects.apply(deployment('web', podSpec(), 2));
});
afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

const calls = [
  {
    tool: 'kubectl_patch',
    input: onWeb({ patch: newImage }),
    difference: /image: web:2/,
    risk: /^# Risk: medium\. Changes the image of container "web"/m,
    after: { spec: { template: { spec: { containers: [{ image: 'web:2' }] } } } },
  },
  {
    tool: 'kubectl_scale',
    input: onWeb({ replicas: 3 }),
    difference: /\+ {2}replicas: 3/,
    risk: /^# Risk: low\. Scales from 2 to 3 replicas\.$/m,
    after: { spec: { replicas: 3 } },
  },
  {
    tool: 'kubectl_rollout_restart',
    input: onWeb(),
    difference: /\+ .*restartedAt/,
    risk: /^# Risk: low\. Restarts the pods\.$/m,
    after: { spec: { template: { metadata: { annotations: { [restartedAt]: expect.any(String) } } } } },
  },
  {
    tool: 'kubectl_delete',
    input: onWeb(),
    difference: /With it go \d+ pods/,
    risk: /^# Deployment shop\/web: would be DELETED\n# Risk: high\. Deletes the Deployment\./m,
    after: { found: false },
  },
];

describe.each(calls)('$tool', ({ tool, input, difference, risk, after }) => {
  it('previews its diff and its computed risk without a change, and makes the change when called', async () => {
    const before = JSON.stringify(read());
    const preview = await kubernetes.preview(tool, input);
    expect(preview).toMatch(difference);
    expect(preview).toMatch(risk);
    expect(JSON.stringify(read())).toBe(before);
    expect(await kubernetes.call(tool, input)).toContain('Done.');
    expect(read() ?? { found: false }).toMatchObject(after);
  });

  it('is rejected when the object changed since it was read', async () => {
    const resourceVersion = versionOf();
    const metadata = { name: 'web', namespace: 'shop', labels: { touched: tool } };
    kubernetes.cluster.objects.apply({ ...deployment('web', podSpec(), 2), metadata });
    const before = JSON.stringify(read());
    await expect(kubernetes.call(tool, { ...input, resourceVersion })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(JSON.stringify(read())).toBe(before);
    expect(await kubernetes.call(tool, { ...input, resourceVersion: versionOf() })).toContain('Done.');
  });
});

it('a write tool accepts a resourceVersion for a patch of every type', async () => {
  const json = [{ op: 'replace', path: '/spec/replicas', value: 4 }];
  for (const [type, patch] of [
    ['merge', { spec: { replicas: 4 } }],
    ['json', json],
  ] as const) {
    const call = { ...onWeb({ type, patch: JSON.stringify(patch) }), resourceVersion: '1' };
    await expect(kubernetes.call('kubectl_patch', call)).rejects.toMatchObject({ code: 'CONFLICT' });
    await kubernetes.call('kubectl_patch', { ...call, resourceVersion: versionOf() });
    expect(read()).toMatchObject({ spec: { replicas: 4 } });
    kubernetes.cluster.objects.apply(deployment('web', podSpec(), 2));
  }
});

it('a write tool applies manifests in order and stops at the first that is rejected', async () => {
  const manifest = [configMap('one', { a: 'b' }), { ...configMap('two', {}), dataa: {} }, configMap('three', {})]
    .map((object) => stringify(object))
    .join('---\n');
  await expect(kubernetes.call('kubectl_apply', { manifest })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/dataa[^]*object 2 of 3/),
  });
  const find = (name: string) =>
    kubernetes.cluster.objects.get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'shop' });
  expect([find('one'), find('two'), find('three')].map(Boolean)).toEqual([true, false, false]);
});

it.each([
  { what: 'replicas of a pod', tool: 'kubectl_scale', input: { ...onPod, replicas: 2 }, message: /no replicas/ },
  { what: 'a restart of a pod', tool: 'kubectl_rollout_restart', input: onPod, message: /cannot be restarted/ },
  {
    what: 'what stands for a secret',
    tool: 'kubectl_patch',
    input: onWeb({ patch: 'metadata: { labels: { a: "[redacted]" } }' }),
    message: /taken out/,
  },
  {
    what: 'a field that is not there',
    tool: 'kubectl_patch',
    input: onWeb({ patch: 'spec: { replicaz: 1 }' }),
    message: /replicaz/,
  },
  { what: 'no name', tool: 'kubectl_delete', input: { resource: 'deploy' }, message: /kind\/name/ },
])('a write tool rejects $what', async ({ tool, input, message }) => {
  kubernetes.cluster.objects.apply(pod('single'));
  for (const attempt of [() => kubernetes.preview(tool, input), () => kubernetes.call(tool, input)]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
    });
  }
});

it('a write tool fails when the caller lacks the permission', async () => {
  await using strangers = await startKubernetes({ options: { users: [{ name: 'guest' }] }, user: 'guest' });
  await expect(strangers.call('kubectl_delete', { resource: 'deploy/web', namespace: 'shop' })).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    message: expect.stringContaining('Not permitted'),
  });
});
