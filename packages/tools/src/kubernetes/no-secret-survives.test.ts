import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configMap, deployment, namespace, podSpec, secret } from '../../test/support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;

beforeAll(async () => {
  kubernetes = await startKubernetes();
  kubernetes.cluster.objects.apply(namespace('shop'));
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

/** A workload with a secret in every place where people put them. */
function leakyObjects(value: string): readonly object[] {
  const kubeconfig = `users:\n- name: a\n  user:\n    token: ${value}\n    client-key-data: ${value}\n`;
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ spec: value }),
    'example.com/api-token': value,
    'example.com/state': JSON.stringify({ password: value }),
  };
  const container = {
    image: 'leaky:1',
    env: [
      { name: 'DB_PASSWORD', value },
      { name: 'URL', value: `https://me:${value}@host/` },
    ],
    args: ['--token', value, `--api-key=${value}`],
    command: ['sh', '-c', `PASSWORD=${value} run`],
  };
  return [
    secret('leaky', { password: value, other: value }, { annotations }),
    configMap('leaky', { password: value, kubeconfig, url: `postgres://me:${value}@db/x` }),
    { ...deployment('leaky', podSpec(container)), metadata: { name: 'leaky', namespace: 'shop', annotations } },
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'leaky', namespace: 'shop' },
      involvedObject: { kind: 'Deployment', namespace: 'shop', name: 'leaky' },
      type: 'Warning',
      reason: 'Failed',
      message: `login failed with password=${value}`,
    },
  ];
}

async function readEverything(value: string): Promise<readonly string[]> {
  const { cluster } = kubernetes;
  const call: TestKubernetes['call'] = (tool, input) => kubernetes.call(tool, input);
  const place = { namespace: 'shop' };
  const [pod = ''] = cluster.objects
    .list({ apiVersion: 'v1', kind: 'Pod', ...place })
    .map(({ metadata }) => metadata.name);
  const objects = ['secret/leaky', 'cm/leaky', 'deploy/leaky', `pod/${pod}`, 'event/leaky'];
  const manifest = leakyObjects(`${value}x`)
    .map((object) => stringify(object))
    .join('---\n');
  return Promise.all([
    ...objects.map((resource) => call('kubectl_get', { resource, ...place })),
    ...objects.map((resource) =>
      call('kubectl_get', { resource, columns: ['$', 'data', 'spec', 'metadata', 'message'], ...place }),
    ),
    ...objects.map((resource) =>
      call('kubectl_get', { resource: resource.split('/')[0], columns: ['wide'], ...place }),
    ),
    ...objects.map((resource) =>
      call('kubectl_get', {
        resource: resource.split('/')[0],
        columns: ['.data', '.spec', '.metadata', '.message'],
        ...place,
      }),
    ),
    ...objects.map((resource) => call('kubectl_describe', { resource, ...place })),
    call('kubectl_events', place),
    call('kubectl_logs', { pod, ...place }),
    call('kubectl_rollout_history', { resource: 'deploy/leaky', revision: 1, ...place }),
    call('kubectl_apply_dryrun', { manifest }),
    call('kubectl_patch_dryrun', {
      resource: 'secret/leaky',
      patch: JSON.stringify({ stringData: { other: `${value}x` } }),
      ...place,
    }),
    call('kubectl_delete_dryrun', { resource: 'secret/leaky', ...place }),
  ]);
}

it('no secret is returned by any tool or path', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-Za-z0-9]{12,30}$/), async (value) => {
      const { cluster } = kubernetes;
      const { objects } = cluster;
      cluster.setImages([
        {
          image: 'leaky*',
          run: { logs: [{ text: `token=${value}` }, { text: `{"authorization":"Bearer ${value}"}` }] },
        },
      ]);
      for (const kind of ['Deployment', 'Secret', 'ConfigMap', 'Event']) {
        const reference = {
          apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
          kind,
          name: 'leaky',
          namespace: 'shop',
        };
        if (objects.get(reference)) objects.delete(reference);
      }
      cluster.advance(60_000);
      for (const object of leakyObjects(value)) objects.apply({ ...object });
      cluster.advance(5_000);
      for (const answer of await readEverything(value)) {
        expect(answer).not.toContain(value);
        expect(answer).not.toContain(Buffer.from(value).toString('base64').slice(0, 12));
      }
    }),
    { numRuns: 5 },
  );
});
