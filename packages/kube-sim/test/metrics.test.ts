import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type ClusterOptions, type ImageRule, type KubeObject } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(usage: NonNullable<ImageRule['run']>['usage'] = [], options: ClusterOptions = {}) {
  const images = [{ image: 'web:*', run: { usage } }];
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), metrics: true, images, ...options });
  started.push(cluster);
  return cluster;
}

function web(resources: Record<string, unknown> = { requests: { cpu: '200m', memory: '64Mi' } }, replicas = 1) {
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'web:1', resources }] },
  };
  const metadata = { name: 'web', namespace: 'default' };
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
}

const cpuAt = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

function autoscaler(spec: Record<string, unknown> = {}) {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 10,
      metrics: [cpuAt(50)],
      ...spec,
    },
  };
}

const get = (cluster: Cluster, apiVersion: string, kind: string) =>
  cluster.objects.get({ apiVersion, kind, namespace: 'default', name: 'web' }) as KubeObject;
const replicas = (cluster: Cluster) => (get(cluster, 'apps/v1', 'Deployment')['spec'] as { replicas: number }).replicas;
const scaler = (cluster: Cluster) => get(cluster, 'autoscaling/v2', 'HorizontalPodAutoscaler');
const conditions = (cluster: Cluster) =>
  (scaler(cluster)['status'] as { conditions: { type: string; status: string; reason: string }[] }).conditions.map(
    ({ type, status, reason }) => `${type} ${status} ${reason}`,
  );
const events = (cluster: Cluster) =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .filter(({ involvedObject }) => (involvedObject as { kind: string }).kind === 'HorizontalPodAutoscaler')
    .map(({ reason, message }) => `${reason as string}: ${message as string}`);

const podMetrics = '/apis/metrics.k8s.io/v1beta1/namespaces/default/pods';

test('kubectl top shows declared usage over time, with CPU capped at its limit', async () => {
  const cluster = await start([
    { cpu: '100m', memory: '50Mi' },
    { after: 60, cpu: '2' },
  ]);
  const api = createApiClient(cluster);
  cluster.objects.apply(web({ limits: { cpu: '500m' } }));
  cluster.advance(15_000);
  const usage = async () => ((await api(podMetrics)).body as { items: unknown[] }).items;
  const entry = (cpu: string) => [
    expect.objectContaining({ window: '15s', containers: [{ name: 'web', usage: { cpu, memory: '51200Ki' } }] }),
  ];
  expect(await usage()).toEqual(entry('100000000n'));
  cluster.advance(60_000);
  expect(await usage()).toEqual(entry('500000000n'));
  const nodes = (await api('/apis/metrics.k8s.io/v1beta1/nodes')).body as { items: { usage: { cpu: string } }[] };
  expect(nodes.items.map(({ usage: { cpu } }) => Number.parseInt(cpu, 10)).reduce((a, b) => a + b)).toBe(661_000_000);
});

test('the metrics API is served while it is registered and answers while its server is ready', async () => {
  const cluster = await start();
  const api = createApiClient(cluster);
  const groups = async () => JSON.stringify((await api('/apis')).body).includes('metrics.k8s.io');
  const server = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'metrics-server', namespace: 'kube-system' },
  };
  expect([(await api(podMetrics)).status, await groups()]).toEqual([200, true]);
  cluster.objects.apply({ ...server, spec: { replicas: 0 } }, 'test');
  cluster.advance(2000);
  expect(await api(podMetrics)).toMatchObject({ status: 503, body: 'service unavailable\n' });
  expect((await api('/apis/metrics.k8s.io/v1beta1')).status).toBe(503);
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  expect(JSON.stringify((await api('/apis', { headers: { accept } })).body)).toContain('"freshness":"Stale"');
  cluster.objects.apply({ ...server, spec: { replicas: 1 } }, 'test');
  expect((await api(podMetrics)).status).toBe(200);
  const name = 'v1beta1.metrics.k8s.io';
  cluster.objects.delete({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name });
  expect([(await api(podMetrics)).status, await groups()]).toEqual([404, false]);
});

test('a container above its memory limit is OOM-killed until the limit suffices', async () => {
  const cluster = await start([{ memory: '40Mi' }, { after: 30, memory: '90Mi' }]);
  const pods = () => cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });
  cluster.objects.apply(web({ limits: { memory: '64Mi' } }));
  cluster.advance(31_000);
  expect(JSON.stringify(pods())).toMatch(/"exitCode":137,"reason":"OOMKilled"/);
  cluster.objects.apply(web({ limits: { memory: '128Mi' } }));
  cluster.advance(120_000);
  expect(JSON.stringify(pods())).not.toContain('OOMKilled');
});

test('an autoscaler adds replicas until a shared load meets its target, and removes them five minutes after it ends', async () => {
  const cluster = await start([
    { cpu: '500m', shared: true },
    { after: 600, cpu: '50m', shared: true },
  ]);
  cluster.objects.apply(web());
  cluster.objects.apply(autoscaler());
  cluster.advance(60_000);
  expect(replicas(cluster)).toBe(5);
  expect(events(cluster)).toContain(
    'SuccessfulRescale: New size: 5; reason: cpu resource utilization (percentage of request) above target',
  );
  expect(conditions(cluster)).toEqual([
    'AbleToScale True ReadyForNewScale',
    'ScalingActive True ValidMetricFound',
    'ScalingLimited False DesiredWithinRange',
  ]);
  expect(scaler(cluster)['status']).toMatchObject({
    currentMetrics: [{ type: 'Resource', resource: { current: { averageUtilization: 50, averageValue: '100m' } } }],
  });
  const scaled = {
    manager: 'kube-controller-manager',
    subresource: 'scale',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  };
  const deployments = cluster.objects.list({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default' });
  expect(deployments[0]?.metadata.managedFields).toContainEqual(expect.objectContaining(scaled));
  cluster.advance(700_000);
  expect([replicas(cluster), conditions(cluster)[0]]).toEqual([5, 'AbleToScale True ScaleDownStabilized']);
  cluster.advance(300_000);
  expect(replicas(cluster)).toBe(1);
  expect(events(cluster)).toContain('SuccessfulRescale: New size: 1; reason: All metrics below target');
});

const scaleUp = (rules: Record<string, unknown>) => ({ behavior: { scaleUp: rules } });

test.each([
  ['is limited by maxReplicas', { maxReplicas: 3 }, '3 TooManyReplicas'],
  [
    'is limited by the scale-up policies',
    scaleUp({ policies: [{ type: 'Pods', value: 1, periodSeconds: 600 }] }),
    '2 ScaleUpLimit',
  ],
  ['changes nothing while scaling up is disabled', scaleUp({ selectPolicy: 'Disabled' }), '1 ScaleUpLimit'],
])('a load above the target %s', async (_, spec, expected) => {
  const cluster = await start([{ cpu: '900m' }]);
  cluster.objects.apply(web());
  cluster.objects.apply(autoscaler(spec));
  cluster.advance(120_000);
  const limited = conditions(cluster).find((each) => each.startsWith('ScalingLimited True'));
  expect(`${replicas(cluster)} ${limited?.split(' ')[2]}`).toBe(expected);
});

test('an autoscaler enforces its minimum without any usage', async () => {
  const cluster = await start();
  cluster.objects.apply(web());
  cluster.objects.apply(autoscaler({ minReplicas: 2 }));
  expect([replicas(cluster), events(cluster)]).toEqual([
    2,
    ['SuccessfulRescale: New size: 2; reason: Current number of replicas below Spec.MinReplicas'],
  ]);
  cluster.advance(400_000);
  expect(conditions(cluster)).toContain('ScalingLimited True TooFewReplicas');
});

test('an autoscaler reports missing requests until they are set', async () => {
  const cluster = await start([{ cpu: '400m', shared: true }]);
  cluster.objects.apply(web({ requests: { memory: '64Mi' } }));
  cluster.objects.apply(autoscaler());
  cluster.advance(60_000);
  const why = /failed to get cpu utilization: missing request for cpu in container web of Pod web-/;
  expect(conditions(cluster)).toContain('ScalingActive False FailedGetResourceMetric');
  expect(JSON.stringify(scaler(cluster))).toMatch(why);
  expect(events(cluster).find((each) => each.startsWith('FailedComputeMetricsReplicas'))).toMatch(
    /invalid metrics \(1 invalid out of 1\), first error is: failed to get cpu resource metric value: failed to get cpu/,
  );
  cluster.objects.apply(web());
  cluster.advance(60_000);
  expect(replicas(cluster)).toBe(4);
});

test('an average value needs no request, and the metric with the highest proposal applies', async () => {
  const cluster = await start([{ cpu: '50m', memory: '90Mi' }]);
  cluster.objects.apply(web({}, 2));
  const memory = { name: 'memory', target: { type: 'AverageValue', averageValue: '60Mi' } };
  const cpu = { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } };
  const metrics = [cpu, memory].map((resource) => ({ type: 'Resource', resource }));
  cluster.objects.apply(autoscaler({ metrics, maxReplicas: 3 }));
  cluster.advance(60_000);
  expect([replicas(cluster), events(cluster).at(-1)]).toEqual([
    3,
    'SuccessfulRescale: New size: 3; reason: memory resource above target',
  ]);
});

test('an unavailable metric prevents scaling down', async () => {
  const cluster = await start([{ cpu: '10m' }]);
  cluster.objects.apply(web(undefined, 3));
  const external = { metric: { name: 'queue_length' }, target: { type: 'AverageValue', averageValue: '5' } };
  cluster.objects.apply(autoscaler({ metrics: [cpuAt(50), { type: 'External', external }] }));
  cluster.advance(600_000);
  expect(replicas(cluster)).toBe(3);
  expect(conditions(cluster)).toContain('ScalingActive False FailedGetExternalMetric');
});

test.each([
  ['no metrics API', { metrics: false }, 'the server could not find the requested resource (get pods.metrics.k8s.io)'],
  ['no measurement', {}, 'no metrics returned from resource metrics API'],
])('an autoscaler with %s reports it', async (_, options, why) => {
  const cluster = await start([], options);
  cluster.objects.apply(web());
  cluster.objects.apply(autoscaler());
  expect(events(cluster)[0]).toMatch(
    /^FailedGetResourceMetric: failed to get cpu utilization: unable to get metrics for/,
  );
  expect(events(cluster)[0]).toContain(why);
});

test('an autoscaler ignores a target of zero replicas and reports a missing target', async () => {
  const cluster = await start();
  cluster.objects.apply(autoscaler());
  expect(events(cluster)).toEqual(['FailedGetScale: deployments.apps "web" not found']);
  cluster.objects.apply(web(undefined, 0));
  cluster.advance(15_000);
  expect([replicas(cluster), conditions(cluster)]).toEqual([
    0,
    ['AbleToScale True SucceededGetScale', 'ScalingActive False ScalingDisabled'],
  ]);
});

test('a request of zero gives no utilization', async () => {
  const cluster = await start([{ cpu: '100m' }]);
  cluster.objects.apply(web({ requests: { cpu: '0' } }));
  cluster.objects.apply(autoscaler());
  cluster.advance(60_000);
  expect(replicas(cluster)).toBe(1);
  expect(events(cluster)).toContain(
    'FailedGetResourceMetric: failed to get cpu utilization: no metrics returned matched known pods',
  );
});

const bytes = { name: 'memory', target: { type: 'AverageValue', averageValue: '0' } };

test.each([
  [
    { minReplicas: 5, maxReplicas: 3 },
    'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
  ],
  [{ maxReplicas: 0 }, 'spec.maxReplicas: Invalid value: 0: must be greater than 0'],
  [{ minReplicas: 0 }, 'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1'],
  [
    { metrics: [cpuAt(0)] },
    'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
  ],
  [{ metrics: [{ type: 'Resource', resource: bytes }] }, 'averageValue: Invalid value: "0": must be positive'],
])('the usage %j is refused', async (spec, message) => {
  const cluster = await start();
  expect(() => cluster.objects.apply(autoscaler(spec))).toThrow(message);
});
