import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start() {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), nodes: [{ name: 'a' }] });
  started.push(cluster);
  return { cluster, call: createApiClient(cluster) };
}

const annotation = 'deprecated.daemonset.template.generation';
const path = '/apis/apps/v1/namespaces/default/daemonsets';

function daemonSet(image: string, given: Record<string, string> = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default', ...(Object.keys(given).length > 0 && { annotations: given }) },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'main', image }] } },
    },
  };
}

const generationOf = (answer: { readonly body: unknown }) =>
  (answer.body as KubeObject).metadata.annotations?.[annotation];

// kubernetes pkg/registry/apps/daemonset/strategy.go (PrepareForCreate, PrepareForUpdate), pkg/apis/apps/v1/conversion.go.
test('a DaemonSet counts the generations of its template in an annotation when the template changes', async () => {
  const { cluster, call } = await start();
  const created = await call(path, { method: 'POST', body: daemonSet('agent:1') });
  expect([created.status, generationOf(created)]).toEqual([201, '1']);
  const replaced = await call(`${path}/agent`, { method: 'PUT', body: daemonSet('agent:2', { [annotation]: '1' }) });
  expect([generationOf(replaced), (replaced.body as KubeObject).metadata.generation]).toEqual(['2', 2]);
  const headers = { 'content-type': 'application/merge-patch+json' };
  const paused = { metadata: { labels: { team: 'a' } }, spec: { minReadySeconds: 5 } };
  const patched = await call(`${path}/agent`, { method: 'PATCH', body: paused, headers });
  expect([generationOf(patched), (patched.body as KubeObject).metadata.generation]).toEqual(['2', 3]);
  cluster.objects.apply(daemonSet('agent:3'));
  expect(generationOf(await call(`${path}/agent`))).toBe('3');
  cluster.advance(60_000);
  expect(generationOf(await call(`${path}/agent`))).toBe('3');
});

test('a DaemonSet keeps its template generation when an update sets or drops the annotation', async () => {
  const { call } = await start();
  await call(path, { method: 'POST', body: daemonSet('agent:1', { [annotation]: '7' }) });
  for (const given of [{ [annotation]: '99' }, {}]) {
    const replaced = await call(`${path}/agent`, { method: 'PUT', body: daemonSet('agent:1', given) });
    expect(generationOf(replaced)).toBe('7');
  }
});

test('the API server refuses a template generation that is not an integer', async () => {
  const { call } = await start();
  const refused = await call(path, { method: 'POST', body: daemonSet('agent:1', { [annotation]: 'many' }) });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      message:
        'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "many": invalid syntax',
    },
  });
});

// kubernetes pkg/controller/daemon/util/daemonset_util.go (CreatePodTemplate).
test('pods of a DaemonSet are labelled with the generation of their template', async () => {
  const { cluster } = await start();
  const label = () =>
    cluster.objects
      .list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' })
      .map(({ metadata }) => metadata.labels?.['pod-template-generation']);
  cluster.objects.apply(daemonSet('agent:1'));
  cluster.advance(10_000);
  expect(label()).toEqual(['1']);
  cluster.objects.apply(daemonSet('agent:2'));
  cluster.advance(60_000);
  expect(label()).toEqual(['2']);
});
