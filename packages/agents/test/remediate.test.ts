import { bindTools, createToolExecutionContext, type JsonValue } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { addTestRepository, createTestCode } from '@shipmate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remediate } from '../src/flows/remediate/remediate.ts';
import { flowWires } from './flow-models.ts';
import {
  answerOf,
  finding,
  type RemediationFixture,
  run,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Lets a model plan actions. */
async function plan(namespace: string, actions: readonly JsonValue[], request = {}) {
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, actions)));
  const planned = await fixture.begin(model, request);
  return planned;
}

it('remediate plans a fix, waits for approval, executes it, and reports the recovery', async () => {
  const namespace = fixture.breakApi();
  const planned = await plan(namespace, [setVariable(namespace)]);
  expect(planned).toMatchObject({
    status: 'awaiting_approval',
    calls: [
      { id: 'c1', tool: 'find_problems', output: expect.stringContaining(`${namespace}/api`), isError: false },
      { id: 'c2', tool: 'kubectl_describe', output: expect.stringContaining('# Events'), isError: false },
      { id: 'c3', tool: 'kubectl_logs', output: expect.stringContaining('DATABASE_URL is not set'), isError: false },
      { id: 'c4', tool: 'kubectl_describe', isError: false },
    ],
    analysis: { rootCause: 'DATABASE_URL is not set.', evidence: ['c1'] },
    plan: {
      actions: [
        {
          object: `Deployment ${namespace}/api`,
          risk: { level: 'medium', reasons: ['Sets the variable "DATABASE_URL" of the program.'] },
          claimedRisk: 'low',
          difference: expect.stringMatching(/\+ +- name: DATABASE_URL/),
        },
      ],
    },
    checks: [{ object: `Deployment ${namespace}/api`, before: { isHealthy: false }, after: null }],
  });
  expect(JSON.stringify(fixture.apiOf(namespace))).not.toContain('DATABASE_URL');
  const resolved = await fixture.approve(planned);
  expect(resolved).toMatchObject({
    status: 'resolved',
    progress: [{ id: 'a1', status: 'done' }],
    checks: [{ before: { isHealthy: false }, after: { isHealthy: true, state: expect.stringContaining('2 of 2') } }],
    approval: { decidedBy: 'user' },
    endedAt: expect.any(Date),
  });
});

it.each(flowWires)(
  'remediate works over the wire format of $name and requests an invalid answer again',
  async (wire) => {
    const namespace = fixture.breakApi();
    const answer = answerOf(namespace, [setVariable(namespace)]);
    await using provider = await wire.open([
      { calls: [{ name: 'kubectl_describe', input: { resource: 'deployment/api', namespace } }] },
      { answer: { ...answer, confidence: 'high', evidence: ['c9'] } },
      { answer },
    ]);
    const planned = await fixture.begin(provider.model);
    expect(planned).toMatchObject({
      status: 'awaiting_approval',
      calls: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }, { id: 'c4' }],
      analysis: { evidence: ['c1'] },
      spent: { model: provider.model.id, usage: { inputTokens: expect.any(Number) }, costUsd: expect.any(Number) },
    });
    const [asked, looked, repaired] = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(asked).toMatch(
      /find_problems .* was called.*\[call c1\].*<untrusted .*kubectl_logs .* was called.*\[call c3\]/,
    );
    expect(asked).toContain('kubectl_events');
    expect(asked).not.toMatch(/search_patterns|kubectl_top/);
    expect(looked).toMatch(/\[call c4\].*<untrusted .*Deployment/);
    expect(repaired).toMatch(/confidence: .*evidence.*: no call has this id/);
    expect(await fixture.approve(planned)).toMatchObject({
      status: 'resolved',
      progress: [{ status: 'done' }],
      checks: [{ before: { isHealthy: false }, after: { isHealthy: true } }],
    });
  },
);

it('remediate reports not_resolved when the change did not help', async () => {
  const namespace = fixture.breakApi();
  const ended = await fixture.approve(
    await plan(namespace, [run(`kubectl scale deployment/api -n ${namespace} --replicas=3`)]),
  );
  expect(ended).toMatchObject({
    status: 'not_resolved',
    reason: expect.stringContaining('0 of 3 replicas'),
    checks: [{ after: { isHealthy: false } }],
  });
});

it('remediate executes a change of a cluster-scoped object', async () => {
  const namespace = fixture.breakApi();
  const patch = { resource: `namespace/${namespace}`, patch: 'metadata: { labels: { team: shop } }' };
  const action = { description: 'Label it', rationale: 'It is looked for.', risk: 'low', patch };
  expect(await fixture.approve(await plan(namespace, [action]))).toMatchObject({ progress: [{ status: 'done' }] });
});

it('remediate reports unverified when nothing was unhealthy before', async () => {
  const namespace = fixture.breakApi();
  await fixture.approve(await plan(namespace, [setVariable(namespace)]));
  const ended = await fixture.approve(
    await plan(namespace, [run(`kubectl rollout restart deployment api -n ${namespace}`)]),
  );
  expect(ended).toMatchObject({ status: 'unverified', progress: [{ status: 'done' }] });
});

it('remediate executes only the approved actions', async () => {
  const namespace = fixture.breakApi();
  fixture.cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace },
    data: {},
  });
  const other = run(`kubectl delete configmap settings -n ${namespace}`);
  const planned = await plan(namespace, [other, setVariable(namespace)]);
  const { hash: planHash = '' } = planned.plan ?? {};
  const approved = await fixture.decide(planned, { decision: 'approve', planHash, actions: ['a2'] });
  using model = new ScriptedModel([]);
  expect(await fixture.advance(model, approved)).toMatchObject({
    status: 'resolved',
    progress: [
      { id: 'a1', status: 'not_run' },
      { id: 'a2', status: 'done' },
    ],
  });
  expect(
    fixture.cluster.objects.get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace }),
  ).toBeDefined();
});

it('remediate fails at a spend limit with the reason, and counts every turn', async () => {
  const { unitOfWork, principal } = fixture;
  const { spend } = unitOfWork.stores;
  const readSpent = async () => (await spend.listWindows(principal))[0]?.spent.tokens ?? 0;
  const [namespace, before] = [fixture.breakApi(), await readSpent()];
  const none = { tokens: null, costUsd: null };
  const limit = (tokens: number | null) =>
    spend.setLimits(principal, {
      organization: { day: none, month: { tokens, costUsd: null } },
      user: { day: none, month: none },
    });
  await limit(before + 250);
  const usage = { inputTokens: 90, outputTokens: 10 };
  const look = (resource: string) => ({
    toolCalls: [{ name: 'kubectl_describe', input: { resource, namespace } }],
    usage,
  });
  using model = new ScriptedModel([
    look('deployment/api'),
    look('replicasets'),
    look('pods'),
    { text: 'I have no idea.', usage, times: Infinity },
  ]);
  const ended = await fixture.begin(model);
  await limit(null);
  expect(ended).toMatchObject({ status: 'failed', reason: expect.stringContaining('used up the limit') });
  expect(model.requests.length).toBeGreaterThanOrEqual(3);
  expect((await readSpent()) - before).toBe(100 * model.requests.length);
  expect(ended.spent?.usage).toMatchObject({ inputTokens: 90 * model.requests.length });
});

it('remediate ends with nothing_to_do when the model finds no issue', async () => {
  const namespace = fixture.breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [], { issueStatus: 'non_existent' })));
  expect(await fixture.begin(model)).toMatchObject({ status: 'nothing_to_do', plan: null });
});

it('remediate returns the error to the model once when a dry run rejects the plan', async () => {
  const namespace = fixture.breakApi();
  const wrong = {
    ...setVariable(namespace),
    patch: { ...setVariable(namespace).patch, patch: 'spec: { replicaz: 2 }' },
  };
  using model = new ScriptedModel([
    ...finding(namespace, answerOf(namespace, [wrong])),
    { toolCalls: [{ name: 'submit_answer', input: answerOf(namespace, [setVariable(namespace)]) }] },
  ]);
  expect(await fixture.begin(model)).toMatchObject({ status: 'awaiting_approval' });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/Action a1 is refused: [^]*replicaz/);
});

it('remediate proposes the change without executing it when a repository manages the object', async () => {
  const annotations = { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/api' };
  const namespace = fixture.breakApi({ annotations, labels: { 'helm.sh/chart': 'api-2-1.4.0_build.7' } });
  const { unitOfWork, principal } = fixture;
  const { id: repositoryId } = await addTestRepository(unitOfWork, principal);
  const facts = [{ kind: 'chart', name: 'api-2', line: 2 }] as const;
  const { code } = createTestCode('0123456789', {
    'charts/api/Chart.yaml': { language: 'yaml', facts },
    'charts/api/values.yaml': {},
  });
  await unitOfWork.stores.codeMaps.save(principal, { id: newId(), repositoryId, branch: 'main', code });
  const before = JSON.stringify(fixture.apiOf(namespace)?.['spec']);
  const ended = await plan(namespace, [setVariable(namespace)], { mode: 'automatic', maxRisk: 'high' });
  expect(ended).toMatchObject({
    status: 'proposed',
    reason: expect.stringMatching(
      /Argo CD application shop\. Make the change there\.\na1: chart in acme\/shop at 01234567: charts\/api\/Chart\.yaml, values in charts\/api\/values\.yaml$/,
    ),
    plan: {
      actions: [{ managedBy: { by: 'argocd', name: 'shop' }, difference: expect.stringContaining('DATABASE_URL') }],
    },
  });
  expect(JSON.stringify(fixture.apiOf(namespace)?.['spec'])).toBe(before);
});

it('the remediate tool begins a remediation, follows it, and later reports its status', async () => {
  const namespace = fixture.breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace)])));
  const { unitOfWork, principal } = fixture;
  const { remediations } = unitOfWork.stores;
  /** A worker advances the remediation while the tool waits. */
  const wait = async () => {
    const [newest] = await remediations.list(principal);
    if (newest) await fixture.advance(model, newest);
  };
  const [tool] = bindTools([remediate], { unitOfWork, wait });
  const call = async (input: object) => {
    const output = await tool?.execute(tool.parse(input), createToolExecutionContext({ principal }));
    return { output: output as { remediationId: string; status: string }, text: tool?.toModel(output) };
  };
  const { output, text } = await call({ issue: 'api restarts' });
  expect(output.status).toBe('awaiting_approval');
  expect(text).toMatch(
    /The plan waits for a person's approval[^]*<untrusted[^]*a1 \(planned; medium risk[^]*DATABASE_URL/,
  );
  await fixture.approve(await remediations.get(principal, output.remediationId));
  expect((await call({ remediationId: output.remediationId })).text).toMatch(/: resolved\.[^]*0 of 2[^]*-> 2 of 2/);
  expect([
    tool?.effect(tool.parse({ issue: 'x' })),
    tool?.effect(tool.parse({ issue: 'x', mode: 'automatic' })),
  ]).toEqual(['read', 'write']);
  for (const input of [{}, { issue: 'x', remediationId: output.remediationId }]) {
    await expect(call(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});
