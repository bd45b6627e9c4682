import type { JsonValue } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import type { Remediation } from '@shipmate/domain/remediation';
import { createCluster } from '@shipmate/kube-sim';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, finding, type RemediationFixture, run, startRemediationFixture } from './remediation-fixture.ts';

let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture(() =>
    createCluster({
      startTime: new Date('2026-01-01T00:00:00Z'),
      images: [
        { image: 'crash:*', run: { exitAfter: 25, exitCode: 1 } },
        {
          image: 'cache:*',
          run: { usage: [{ memory: '100Mi' }, { after: 90, memory: '260Mi' }, { after: 150, memory: '300Mi' }] },
        },
        {
          image: 'api:*',
          when: { env: { DATABASE_URL: null } },
          run: { exitAfter: 2, exitCode: 1, logs: [{ text: 'FATAL: DATABASE_URL is not set' }] },
        },
        { image: 'store:*', when: { unreachable: 'db:5432' }, run: { recheckEvery: 5, exitAfter: 3, exitCode: 1 } },
        { image: 'store:*', run: { recheckEvery: 5 } },
      ],
    }),
  );
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

let count = 0;

/** Applies objects in a new namespace and advances the time. */
function apply(objects: readonly Readonly<Record<string, unknown>>[], ageMs = 600_000): string {
  count += 1;
  const namespace = `case-${count}`;
  fixture.cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  for (const { metadata, ...object } of objects) {
    fixture.cluster.objects.apply({ ...object, metadata: { ...(metadata as object), namespace } });
  }
  fixture.cluster.advance(ageMs);
  return namespace;
}

function deployment(name: string, container: Readonly<Record<string, unknown>>, replicas = 1) {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name, ...container }] } },
    },
  };
}

function service(name: string, app = name) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app }, ports: [{ port: 5432 }] },
  };
}

const patch = (resource: string, namespace: string, text: string) => ({
  description: `Patch ${resource}`,
  rationale: 'It helps.',
  risk: 'low',
  patch: { resource, namespace, patch: text },
});

/** Plans actions, approves them and executes the plan. */
async function executePlan(
  namespace: string,
  actions: readonly JsonValue[],
  affected = 'deployment/api',
): Promise<Remediation> {
  const [kind = '', name = ''] = affected.split('/');
  const look = { toolCalls: [{ name: 'kubectl_describe', input: { resource: affected, namespace } }] };
  const [, answer] = finding(
    namespace,
    answerOf(namespace, actions, { affected: [{ resource: affected, namespace }] }),
  );
  using model = new ScriptedModel([look, ...(answer ? [answer] : [])]);
  const planned = await fixture.begin(model, { issue: `${kind} ${name} in ${namespace} does not work` });
  expect(planned).toMatchObject({ status: 'awaiting_approval' });
  return await fixture.approve(planned);
}

const withUrl = { name: 'DATABASE_URL', value: 'postgres://db' };
const setUrl = `spec: { template: { spec: { containers: [{ name: api, env: [{ name: DATABASE_URL, value: "${withUrl.value}" }] }] } } }`;

it('a restart does not resolve a liveness probe with a wrong port, which passes until its threshold', async () => {
  const livenessProbe = { tcpSocket: { port: 9999 }, initialDelaySeconds: 10, periodSeconds: 10, failureThreshold: 3 };
  const namespace = apply([deployment('api', { image: 'web:1', ports: [{ containerPort: 8080 }], livenessProbe })]);
  const ended = await executePlan(namespace, [run(`kubectl rollout restart deployment/api -n ${namespace}`)]);
  expect(ended).toMatchObject({ status: 'not_resolved', reason: expect.stringMatching(/"api".*restarted/) });
});

it('a change without effect does not resolve a container that exits after 25 s', async () => {
  const namespace = apply([deployment('api', { image: 'crash:1' })]);
  const ended = await executePlan(namespace, [
    patch('deployment/api', namespace, 'spec: { template: { metadata: { annotations: { note: seen } } } }'),
  ]);
  expect(ended).toMatchObject({ status: 'not_resolved', reason: expect.stringMatching(/CrashLoopBackOff|restarted/) });
});

it.each([
  {
    how: 'kubectl scale',
    action: (namespace: string) => run(`kubectl scale deployment/api -n ${namespace} --replicas=0`),
  },
  { how: 'a patch', action: (namespace: string) => patch('deployment/api', namespace, 'spec: { replicas: 0 }') },
])('scaling to zero by $how does not resolve a crash', async ({ action }) => {
  const namespace = apply([deployment('api', { image: 'api:1' }, 2)]);
  const ended = await executePlan(namespace, [action(namespace)]);
  expect(ended).toMatchObject({ status: 'not_resolved', reason: expect.stringContaining('wants 0 replicas') });
});

it('a limit of 270Mi does not resolve a container that grows to 300Mi', async () => {
  const limited = (memory: string) => ({ resources: { limits: { memory } } });
  const namespace = apply([deployment('api', { image: 'cache:1', ...limited('200Mi') })]);
  const raise = (memory: string) =>
    patch(
      'deployment/api',
      namespace,
      JSON.stringify({ spec: { template: { spec: { containers: [{ name: 'api', ...limited(memory) }] } } } }),
    );
  expect(await executePlan(namespace, [raise('270Mi')])).toMatchObject({
    status: 'not_resolved',
    reason: expect.stringMatching(/OOMKilled|restarted/),
  });
  expect(await executePlan(namespace, [raise('320Mi')])).toMatchObject({ status: 'resolved' });
});

it('the deletion of the failing object does not resolve the issue', async () => {
  const namespace = apply([deployment('api', { image: 'api:1' })]);
  const ended = await executePlan(namespace, [run(`kubectl delete deployment/api -n ${namespace}`)]);
  expect(ended).toMatchObject({ status: 'not_resolved', reason: expect.stringContaining('deleted') });
});

it('another selector does not resolve a Service whose pods are not ready, unless the plan declares that purpose', async () => {
  const namespace = apply([
    deployment('api', { image: 'api:1' }),
    deployment('web', { image: 'web:1' }),
    service('front', 'api'),
  ]);
  const redirect = 'spec: { selector: { app: web } }';
  expect(await executePlan(namespace, [patch('service/front', namespace, redirect)], 'service/front')).toMatchObject({
    status: 'not_resolved',
    reason: expect.stringContaining('selects app=web'),
  });
  fixture.cluster.objects.apply({ ...service('front', 'api'), metadata: { name: 'front', namespace } });
  fixture.cluster.advance(120_000);
  const declared = { ...patch('service/front', namespace, redirect), purpose: ['selector'] };
  expect(await executePlan(namespace, [declared], 'service/front')).toMatchObject({ status: 'resolved' });
});

it('a change that breaks another workload does not resolve the first', async () => {
  const namespace = apply([
    deployment('api', { image: 'api:1' }),
    deployment('db', { image: 'db:1', ports: [{ containerPort: 5432 }] }),
    service('db'),
    deployment('store', { image: 'store:1' }),
  ]);
  const shut = { podSelector: { matchLabels: { app: 'db' } }, policyTypes: ['Ingress'] };
  const policy = {
    description: 'Shut the database off',
    rationale: 'Nothing but the api needs it.',
    risk: 'low',
    manifest: JSON.stringify({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'db', namespace },
      spec: shut,
    }),
  };
  const ended = await executePlan(namespace, [patch('deployment/api', namespace, setUrl), policy]);
  expect(ended).toMatchObject({
    status: 'not_resolved',
    reason: expect.stringContaining(`Deployment ${namespace}/store`),
  });
});

it('a raised quota resolves missing pods once the ReplicaSet controller has retried', async () => {
  const quota = (pods: string) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'small' },
    spec: { hard: { pods } },
  });
  // The back-off doubles from 5 ms: the retry after 656 s is the last before 1311 s.
  const namespace = apply([quota('0'), deployment('api', { image: 'web:1' })], 700_000);
  const began = fixture.cluster.now().getTime();
  const raise = patch('resourcequota/small', namespace, 'spec: { hard: { pods: "5" } }');
  expect(await executePlan(namespace, [raise])).toMatchObject({ status: 'resolved' });
  expect(fixture.cluster.now().getTime() - began).toBeGreaterThan(300_000);
});

it('an issue that the rules no longer find is resolved, and the reason lists the observations', async () => {
  const namespace = apply([deployment('api', { image: 'api:1' }, 2)]);
  expect(await executePlan(namespace, [patch('deployment/api', namespace, setUrl)])).toMatchObject({
    status: 'resolved',
    reason: expect.stringMatching(/CrashLoopBackOff.*Deployment case-\d+\/api.*no container restarted/),
  });
});
