import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedStep } from '@shipmate/core/testing';
import { createTestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createCluster } from '@shipmate/kube-sim';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { readPairs, startAgentChat } from './start-agent-chat.ts';

/** Asks the cluster agent of an installation with these environment variables. */
async function ask(steps: readonly ScriptedStep[], environment: { readonly KUBECONFIG?: string }) {
  await using database = await createTestDatabase('pglite');
  const tools = openTestTools(createToolStorage(database.unitOfWork), { environment }).registry;
  await using chat = await startAgentChat(steps, { database, tools });
  const response = await (await chat.signIn()).ask({ message: 'Why does web not start?', context_type: 'cluster' });
  return { pairs: await readPairs(response), requests: chat.model.requests };
}

it('the cluster agent reads the configured cluster', async () => {
  const cluster = await createCluster({ images: [{ image: 'web*', run: { exitAfter: 1, exitCode: 3 } }] });
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'web', image: 'web:1', env: [{ name: 'PASSWORD', value: 'hunter2' }] }] },
  });
  cluster.advance(10_000);
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  const steps = [
    { toolCalls: [{ id: 't1', name: 'kubectl_describe', input: { resource: 'pod/web' } }] },
    { text: 'It ends with exit code 3.' },
  ];
  const { pairs, requests } = await ask(steps, { KUBECONFIG });
  expect(pairs).toContainEqual(['tool_call_result', { tool_use_id: 't1', name: 'kubectl_describe', is_error: false }]);
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['kubectl_get', 'kubectl_logs']));
  const seen = JSON.stringify(requests[1]?.messages);
  expect(seen).toContain('exit code 3');
  expect(seen).not.toContain('hunter2');
  await cluster.close();
  await rm(folder, { recursive: true });
});

it("the cluster agent finds the kinds of a cluster, their fields, and the organization's patterns for them", async () => {
  const cluster = await createCluster();
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  const calls = [
    { id: 't1', name: 'search_capabilities', input: { query: 'run something every night', limit: 1 } },
    { id: 't2', name: 'get_resource_schema', input: { kind: 'CronJob', depth: 1 } },
    { id: 't3', name: 'search_patterns', input: { intent: 'scheduled jobs' } },
  ];
  const { pairs, requests } = await ask([{ toolCalls: calls }, { text: 'A CronJob.' }], { KUBECONFIG });
  for (const { id, name } of calls) {
    expect(pairs).toContainEqual(['tool_call_result', { tool_use_id: id, name, is_error: false }]);
  }
  const seen = JSON.stringify(requests[1]?.messages);
  expect(seen).toContain('- CronJob (batch/v1)');
  expect(seen).toContain('schedule: string (required)');
  expect(seen).toContain('No document of this organization matches');
  await cluster.close();
  await rm(folder, { recursive: true });
});

it('the cluster agent says that no cluster is configured', async () => {
  const { pairs, requests } = await ask([{ text: 'No cluster is configured.' }], {});
  expect(pairs.at(-1)).toEqual(['message_complete', {}]);
  expect(requests[0]?.tools ?? []).toEqual([]);
  expect(JSON.stringify(requests[0])).toContain('No cluster is configured here');
});
