import { loadScenario, startScenario } from '@shipmate/kube-sim';
import { createDemoModel } from '@shipmate/providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { type RemediationFixture, startRemediationFixture } from './remediation-fixture.ts';

const model = createDemoModel({ script: demoScript, pacing: 0 });
let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture(async () => {
    const options = { startTime: new Date('2026-01-01T00:00:00Z') };
    return (await startScenario(await loadScenario('demo'), options)).cluster;
  });
});
afterAll(() => fixture[Symbol.asyncDispose]());

it.each([
  { workload: 'shop/checkout', evidence: ['kubectl_describe', 'kubectl_logs'], difference: /\+ +key: PAYMENT_URL/ },
  { workload: 'shop/recommendations', evidence: ['kubectl_describe', 'kubectl_logs'], difference: /\+ +memory: 512Mi/ },
  { workload: 'payments/invoices', evidence: ['kubectl_describe'], difference: /\+ +image: \S+:v1\.8\.0/ },
  {
    workload: 'payments/fraud-scoring',
    evidence: ['kubectl_describe', 'kubectl_get'],
    difference: /- +accelerator: gpu\n\+ +example\.com\/accelerator: gpu/,
  },
])('the demo model plans the fix of $workload', async ({ workload, evidence, difference }) => {
  const planned = await fixture.begin(model, { issue: `What is wrong with Deployment ${workload}?` });
  expect(planned).toMatchObject({
    status: 'awaiting_approval',
    analysis: { summary: expect.stringContaining('demo model') },
    plan: { actions: [{ object: `Deployment ${workload}`, difference: expect.stringMatching(difference) }] },
  });
  const shown = planned.calls.filter(({ id }) => planned.analysis?.evidence.includes(id));
  expect(shown.map(({ tool }) => tool)).toEqual(evidence);
  expect(await fixture.approve(planned)).toMatchObject({
    status: 'resolved',
    checks: [{ after: { isHealthy: true } }],
  });
});

it('the demo cluster is healthy when all plans are approved', async () => {
  const pods = fixture.cluster.objects.list({ apiVersion: 'v1', kind: 'Pod' });
  const conditions = pods.map(({ status }) => JSON.stringify(status));
  expect(conditions.filter((text) => !/"type":"Ready","status":"True"/.test(text))).toEqual([]);
});

it.each([
  { issue: 'What is wrong with Deployment shop/painter?', status: 'active' },
  { issue: 'Is Deployment shop/storefront well?', status: 'non_existent' },
])('the demo model plans nothing for "$issue"', async ({ issue, status }) => {
  const labels = { app: 'painter' };
  const spec = { nodeSelector: { easel: 'wooden' }, containers: [{ name: 'painter', image: 'painter:1' }] };
  fixture.cluster.objects.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'painter', namespace: 'shop' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  fixture.cluster.advance(5_000);
  const ended = await fixture.begin(model, { issue });
  expect(ended).toMatchObject({ status: 'nothing_to_do', analysis: { issueStatus: status }, plan: null });
});
