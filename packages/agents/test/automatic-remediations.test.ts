import type { JsonValue } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createCluster } from '@shipmate/kube-sim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerOf,
  finding,
  type RemediationFixture,
  run,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

type Json = Readonly<Record<string, unknown>>;

let fixture: RemediationFixture;

/** Creates a cluster whose containers need 300Mi of memory, or exit without `DATABASE_URL`. */
const createHungryCluster = () =>
  createCluster({
    startTime: new Date('2026-01-01T00:00:00Z'),
    images: [
      { image: 'api:*', when: { env: { DATABASE_URL: null } }, run: { exitAfter: 2, exitCode: 1 } },
      { image: 'hungry:*', run: { usage: [{ memory: '300Mi' }] } },
    ],
  });

beforeAll(async () => {
  fixture = await startRemediationFixture(createHungryCluster);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Lets a model plan actions in automatic mode. */
async function begin(namespace: string, actions: readonly JsonValue[], maxRisk: 'low' | 'medium' | 'high' = 'high') {
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, actions)));
  const issue = `api and hungry in ${namespace} do not run.`;
  const ended = await fixture.begin(model, { mode: 'automatic', maxRisk, issue });
  return ended;
}

const deployment = (namespace: string, name: string, container: Json): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, ...container }] } },
  },
});

/** Creates a namespace with a crashing Deployment `api` and, if named, a second Deployment. */
function breakApi(name?: string, container: Json = { image: 'idle:1' }): string {
  const namespace = fixture.breakApi();
  if (name !== undefined) fixture.cluster.objects.apply(deployment(namespace, name, container));
  fixture.cluster.advance(60_000);
  return namespace;
}

const manifest = (namespace: string, object: Json) => ({
  description: 'Create it',
  rationale: 'It is needed.',
  risk: 'low',
  manifest: JSON.stringify({ metadata: { name: 'new', namespace }, ...object }),
});

const limits = (memory: string) => ({ resources: { limits: { memory }, requests: { memory } } });
const raise = (namespace: string, memory: string) => ({
  description: 'Raise the memory',
  rationale: 'It is killed.',
  risk: 'low',
  patch: {
    resource: 'deployment/hungry',
    namespace,
    patch: JSON.stringify({ spec: { template: { spec: { containers: [{ name: 'hungry', ...limits(memory) }] } } } }),
  },
});

it('automatic mode raises the memory of an OOM-killed workload when maxRisk is low, the default', async () => {
  const namespace = breakApi('hungry', { image: 'hungry:1', ...limits('200Mi') });
  const ended = await begin(namespace, [raise(namespace, '600Mi')], 'low');
  expect(ended).toMatchObject({
    approval: { decidedBy: 'policy', actions: ['a1'] },
    progress: [{ id: 'a1', status: 'done' }],
    plan: { actions: [{ risk: { level: 'low' }, automaticObjection: null }] },
  });
  const { audit } = fixture.unitOfWork.stores;
  expect(await audit.list(fixture.principal, { kind: 'remediation_approved', limit: 1 })).toMatchObject([
    { subjectId: ended.id, details: { by: 'policy', actions: ['a1'] } },
  ]);
});

it('automatic mode waits for a person when the risk of a listed change is above maxRisk', async () => {
  const namespace = breakApi('hungry', { image: 'hungry:1', ...limits('200Mi') });
  fixture.cluster.objects.apply({
    ...deployment(namespace, 'hungry', { image: 'hungry:1', ...limits('200Mi') }),
    spec: {
      ...(deployment(namespace, 'hungry', { image: 'hungry:1', ...limits('200Mi') })['spec'] as Json),
      strategy: { type: 'Recreate' },
    },
  });
  const waiting = await begin(namespace, [raise(namespace, '600Mi')], 'low');
  expect(waiting).toMatchObject({
    status: 'awaiting_approval',
    reason:
      'The plan waits for a person. Action a1 has medium risk, above low: Replaces the pods: all of them stop before new ones start.',
    approval: null,
  });
});

it('automatic mode waits for a person when the rules find no problem in the workload that the model changes', async () => {
  const namespace = breakApi('idle');
  const action = run(`kubectl rollout restart deployment/idle -n ${namespace}`);
  using model = new ScriptedModel(
    finding(namespace, answerOf(namespace, [action], { affected: [{ resource: 'deployment/idle', namespace }] })),
  );
  const request = { mode: 'automatic', maxRisk: 'high', issue: 'idle does not run' } as const;
  expect(await fixture.begin(model, request)).toMatchObject({
    status: 'awaiting_approval',
    reason: expect.stringContaining('The rules find no problem in Deployment "idle".'),
    approval: null,
  });
});

it('automatic mode waits for a person when the issue does not name the workload', async () => {
  const namespace = breakApi('hungry', { image: 'hungry:1', ...limits('200Mi') });
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [raise(namespace, '600Mi')])));
  expect(await fixture.begin(model, { mode: 'automatic', issue: 'api does not run' })).toMatchObject({
    status: 'awaiting_approval',
    reason: expect.stringContaining('The issue does not name Deployment "hungry" or one of its pods.'),
    approval: null,
  });
});

const pod = { containers: [{ name: 'x', image: 'example.org/x:1', envFrom: [{ secretRef: { name: 'tls' } }] }] };

describe('automatic mode with maxRisk high waits for a person', () => {
  it.each<[title: string, object: Json]>([
    ['a Pod of a foreign image that mounts a Secret', { apiVersion: 'v1', kind: 'Pod', spec: pod }],
    [
      'a Job with envFrom',
      { apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } },
    ],
    ['a ResourceQuota of 0 pods', { apiVersion: 'v1', kind: 'ResourceQuota', spec: { hard: { pods: '0' } } }],
    [
      'an autoscaler with at most 1 replica',
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' },
          maxReplicas: 1,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          ],
        },
      },
    ],
    [
      'an EndpointSlice',
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.7'] }],
        ports: [{ port: 80 }],
      },
    ],
    [
      'an Ingress',
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        spec: { defaultBackend: { service: { name: 'api', port: { number: 80 } } } },
      },
    ],
  ])('before it creates %s', async (_title, object) => {
    const namespace = breakApi();
    expect(await begin(namespace, [manifest(namespace, object)])).toMatchObject({
      status: 'awaiting_approval',
      reason: expect.stringContaining('Automatic mode creates nothing.'),
      plan: { risk: 'high' },
      approval: null,
    });
    const created = fixture.cluster.objects.get({
      apiVersion: String(object['apiVersion']),
      kind: String(object['kind']),
      name: 'new',
      namespace,
    });
    expect(created).toBeUndefined();
  });

  const patch = (namespace: string, type: 'merge' | 'json' | 'strategic', body: unknown) =>
    run(`kubectl patch deployment/api -n ${namespace} --type=${type} -p '${JSON.stringify(body)}'`);

  it.each<[title: string, (namespace: string) => JsonValue]>([
    ['a deletion', (namespace) => run(`kubectl delete deployment/api -n ${namespace}`)],
    ['a scale to 0', (namespace) => run(`kubectl scale deployment/api -n ${namespace} --replicas=0`)],
    ['a patch to 0 replicas', (namespace) => patch(namespace, 'merge', { spec: { replicas: 0 } })],
    [
      'the service account by JSON patch',
      (namespace) => patch(namespace, 'json', [{ op: 'add', path: '/spec/template/spec/serviceAccount', value: 'a' }]),
    ],
    [
      'owners by JSON patch',
      (namespace) =>
        patch(namespace, 'json', [
          {
            op: 'add',
            path: '/metadata/ownerReferences',
            value: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: '11111111-1111-4111-8111-111111111111' }],
          },
        ]),
    ],
    [
      'a port removed by a directive',
      (namespace) =>
        patch(namespace, 'strategic', {
          spec: {
            template: { spec: { containers: [{ name: 'api', ports: [{ containerPort: 8080, $patch: 'delete' }] }] } },
          },
        }),
    ],
    ['a variable', (namespace) => setVariable(namespace)],
    ['an image', (namespace) => run(`kubectl set image deployment/api api=api:2 -n ${namespace}`)],
    [
      'a restart with a variable in one patch',
      (namespace) =>
        patch(namespace, 'strategic', {
          spec: {
            template: {
              metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' } },
              spec: { containers: [{ name: 'api', env: [{ name: 'A', value: 'b' }] }] },
            },
          },
        }),
    ],
  ])('before it makes %s', async (_title, toAction) => {
    const namespace = breakApi();
    const before = JSON.stringify(fixture.apiOf(namespace)?.['spec']);
    expect(await begin(namespace, [toAction(namespace)])).toMatchObject({
      status: 'awaiting_approval',
      reason: expect.stringMatching(/^The plan waits for a person\. Action a1: /),
      approval: null,
    });
    expect(JSON.stringify(fixture.apiOf(namespace)?.['spec'])).toBe(before);
  });

  it('when one action of the plan is not on its list', async () => {
    const namespace = breakApi('hungry', { image: 'hungry:1', ...limits('200Mi') });
    const actions = [raise(namespace, '600Mi'), setVariable(namespace)];
    expect(await begin(namespace, actions)).toMatchObject({
      status: 'awaiting_approval',
      reason: expect.stringContaining('Action a2: Not on the list for automatic mode: Sets the variable'),
      approval: null,
    });
  });
});

it('an approval by a policy is refused when the objection was removed from the stored plan', async () => {
  const namespace = breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace)])));
  const planned = await fixture.begin(model);
  const { hash: planHash = '' } = planned.plan ?? {};
  const approved = await fixture.decide(planned, { decision: 'approve', planHash });
  if (!approved.plan || !approved.approval) throw new Error('It was approved.');
  const actions = approved.plan.actions.map((action) => ({ ...action, automaticObjection: null }));
  await fixture.tamper(approved, {
    plan: { ...approved.plan, actions },
    approval: { ...approved.approval, decidedBy: 'policy' },
  });
  using silent = new ScriptedModel([]);
  expect(await fixture.advance(silent, approved)).toMatchObject({ status: 'refused', approval: expect.anything() });
  expect(JSON.stringify(fixture.apiOf(namespace))).not.toContain('DATABASE_URL');
});
