import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindTools, type BoundTool, createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { loadScenario, type RunningScenario, startScenario } from '@shipmate/kube-sim';
import { createDemoModel } from '@shipmate/providers';
import { createKubernetesClient, KUBECTL_TOOLS, type KubernetesClient } from '@shipmate/tools/kubernetes';
import { createInlineCompute } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';

let demo: RunningScenario;
let kubernetes: KubernetesClient;
let tools: readonly BoundTool[];
let folder: string;

beforeAll(async () => {
  const options = { name: 'demo (simulated)', startTime: new Date('2026-01-01T00:00:00Z') };
  demo = await startScenario(await loadScenario('demo'), options);
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, demo.cluster.kubeconfig());
  const client = createKubernetesClient({ environment: { KUBECONFIG } });
  if (!client) throw new Error('The environment names no cluster.');
  kubernetes = client;
  tools = bindTools(KUBECTL_TOOLS, {
    kubernetes,
    compute: createInlineCompute(),
    clock: { now: () => demo.cluster.now() },
  });
});

afterAll(async () => {
  await kubernetes.close();
  await demo.cluster.close();
  await rm(folder, { recursive: true });
});

/** Asks the demo model; returns the answer and the tools that it called. */
async function ask(question: string) {
  const { finalMessage, toolCallsExecuted } = await runToolLoop(createDemoModel({ script: demoScript, pacing: 0 }), {
    messages: [userMessage(question)],
    tools,
    context: createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'acme', via: 'local' } }),
  });
  return { answer: finalMessage, calls: toolCallsExecuted.map(({ tool }) => tool) };
}

it('the demo model finds the cause when a workload crashes', async () => {
  const { answer, calls } = await ask('Why is checkout crashing?');
  expect(calls).toEqual(['kubectl_get', 'kubectl_describe', 'kubectl_logs']);
  expect(answer).toContain('In the cluster **demo (simulated)**, one workload is unhealthy.');
  expect(answer).toContain('**Deployment/checkout** in `shop`');
  expect(answer).toContain('HAS NO KEY "PAYMENTS_URL"; it has CART_URL, PAYMENT_URL');
  expect(answer).toMatch(/exit code 1 after it wrote `[\d:]+Z level=fatal msg="PAYMENTS_URL is not set/);
  expect(answer).toContain('This is the demo model');
});

it('the demo model diagnoses all unhealthy workloads when none is named', async () => {
  const { answer } = await ask('What is wrong here?');
  expect(answer).toContain('4 workloads are unhealthy');
  expect(answer).toContain('more memory than its limit of `256Mi`');
  expect(answer).toContain(
    'The image `registry.example.com/payments/invoices:v1.8.O` cannot be pulled: it does not exist.',
  );
  expect(answer).toContain(
    "No node satisfies the pod's constraints: `0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.`",
  );
  expect(answer).toContain('Select nodes by `example.com/accelerator=gpu`: demo-worker-2 has that');
});

it('the demo model reports healthy pods when nothing is wrong', async () => {
  const { answer, calls } = await ask('How is the storefront?');
  expect(answer).toContain('nothing is wrong with the 2 pods that I checked');
  expect(calls).toEqual(['kubectl_get']);
});
