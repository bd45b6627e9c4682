import { bindTools, type ChatModel, createToolExecutionContext } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impact } from '../src/flows/inquire/impact.ts';
import { query } from '../src/flows/inquire/query.ts';
import { flowWires } from './flow-models.ts';
import { apiDeployment, type RemediationFixture, startRemediationFixture } from './remediation-fixture.ts';

let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture();
  const { objects } = fixture.cluster;
  const metadata = (name: string) => ({ name, namespace: 'shop' });
  for (const object of apiDeployment('shop')) objects.apply(object);
  objects.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('settings'), data: {} });
  const containers = [{ name: 'api', image: 'api:1', envFrom: [{ configMapRef: { name: 'settings' } }] }];
  const pods = { metadata: { labels: { app: 'api' } }, spec: { containers } };
  objects.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('api'),
    spec: { replicas: 2, selector: { matchLabels: { app: 'api' } }, template: pods },
  });
  objects.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata('api'),
    spec: { selector: { app: 'api' }, ports: [{ port: 80 }] },
  });
  objects.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata('other'),
    spec: { selector: { app: 'other' }, ports: [{ port: 80 }] },
  });
  const backend = { service: { name: 'api', port: { number: 80 } } };
  const paths = [{ path: '/', pathType: 'Prefix', backend }];
  objects.apply({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadata('web'),
    spec: { rules: [{ host: 'shop.example', http: { paths } }] },
  });
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' };
  objects.apply({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadata('api'),
    spec: { scaleTargetRef, maxReplicas: 4 },
  });
  objects.apply({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata('api'),
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'api' } } },
  });
  objects.apply({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata('api'),
    spec: { podSelector: { matchLabels: { app: 'api' } }, policyTypes: ['Ingress'] },
  });
  fixture.cluster.advance(5_000);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Calls one of the tools with a scripted model. */
async function call(name: 'query' | 'impact', input: object, model: ChatModel) {
  const tool = bindTools([query, impact], fixture.ports(model)).find((each) => each.name === name);
  const { principal } = fixture;
  return tool?.execute(tool.parse(input), createToolExecutionContext({ principal }));
}

it('query returns the cited calls only, and rejects unknown ids', async () => {
  using model = new ScriptedModel([
    {
      toolCalls: [
        { name: 'kubectl_get', input: { resource: 'deployments', namespace: 'shop' } },
        { name: 'kubectl_get', input: { resource: 'pods', namespace: 'nowhere' } },
      ],
    },
    { toolCalls: [{ name: 'submit_answer', input: { answer: 'There is one.', evidence: ['c7'] } }] },
    { toolCalls: [{ name: 'submit_answer', input: { answer: 'There is one.', evidence: ['c1'] } }] },
  ]);
  expect(await call('query', { question: 'How many deployments has shop?' }, model)).toMatchObject({
    answer: 'There is one.',
    evidence: [{ id: 'c1', tool: 'kubectl_get' }],
  });
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('[call c2]');
  expect(JSON.stringify(model.requests[2]?.messages)).toContain('no call has this id');
  expect(model.requests[0]?.tools?.map(({ name }) => name)).not.toContain('kubectl_delete');
});

it('impact computes all transitive dependants, and the model only summarizes them', async () => {
  const steps = [{ toolCalls: [{ name: 'submit_answer', input: { summary: 'The shop goes down.' } }] }];
  using model = new ScriptedModel(steps);
  const answer = await call('impact', { resource: 'cm/settings', namespace: 'shop' }, model);
  expect(answer).toMatchObject({ object: 'ConfigMap shop/settings', summary: 'The shop goes down.' });
  const { dependants } = answer as {
    dependants: readonly { object: string; of: string; because: string; distance: number }[];
  };
  const deployment = 'Deployment shop/api';
  expect(
    new Set(dependants.map(({ object, of, because, distance }) => [distance, object, of, because].join(' | '))),
  ).toEqual(
    new Set([
      `1 | ${deployment} | ConfigMap shop/settings | variables of api`,
      `2 | Service shop/api | ${deployment} | selects its pods`,
      `2 | HorizontalPodAutoscaler shop/api | ${deployment} | what it scales`,
      `2 | PodDisruptionBudget shop/api | ${deployment} | selects its pods`,
      `2 | NetworkPolicy shop/api | ${deployment} | selects its pods`,
      '3 | Ingress shop/web | Service shop/api | backend of shop.example/',
    ]),
  );
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['submit_answer']);
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('<untrusted source=');
});

it('impact of a pod includes the dependants of its controller', async () => {
  const [pod] = fixture.cluster.objects.list({ apiVersion: 'v1', kind: 'Pod' });
  using model = new ScriptedModel([{ toolCalls: [{ name: 'submit_answer', input: { summary: 'Little.' } }] }]);
  const { facts } = (await call('impact', { resource: `pod/${pod?.metadata.name}`, namespace: 'shop' }, model)) as {
    facts: string;
  };
  expect(facts).toMatch(
    /Controlled by ReplicaSet shop\/api-[^]*Controlled by Deployment shop\/api, which would recreate it[^]*Service shop\/api/,
  );
  expect(facts).not.toContain('Service shop/other');
});

it('impact returns the facts when the model returns no summary', async () => {
  using model = new ScriptedModel([{ text: 'I cannot say.', times: 2 }]);
  const answer = await call('impact', { resource: 'service/api', namespace: 'shop' }, model);
  expect(answer).toMatchObject({ summary: null, dependants: [{ object: 'Ingress shop/web' }] });
});

describe.each(flowWires)('over the wire format of $name', (wire) => {
  it('query requests the answer again when it cites an unknown call', async () => {
    await using provider = await wire.open([
      { calls: [{ name: 'kubectl_get', input: { resource: 'deployments', namespace: 'shop' } }] },
      { answer: { answer: 'There is one.', evidence: ['c9'] } },
      { answer: { answer: 'There is one.', evidence: ['c1'] } },
    ]);
    const answer = await call('query', { question: 'How many deployments has shop?' }, provider.model);
    expect(answer).toMatchObject({
      answer: 'There is one.',
      evidence: [{ id: 'c1', tool: 'kubectl_get', output: expect.stringMatching(/shop\tapi\t|^api\t/m) }],
    });
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('no call has this id');
  });

  it('impact requests the summary again when it is blank', async () => {
    await using provider = await wire.open([
      { answer: { summary: ' ' } },
      { answer: { summary: 'The shop goes down.' } },
    ]);
    const answer = await call('impact', { resource: 'service/api', namespace: 'shop' }, provider.model);
    expect(answer).toMatchObject({ summary: 'The shop goes down.', dependants: [{ object: 'Ingress shop/web' }] });
    const [asked, repaired] = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(asked).toContain('Ingress shop/web');
    expect(repaired).toMatch(/summary: /);
  });
});
