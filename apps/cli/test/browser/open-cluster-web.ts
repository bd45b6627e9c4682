import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { demoScript } from '@shipmate/agents/demo';
import { type ChatModel, silentLogger } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { loadScenario, startScenario } from '@shipmate/kube-sim';
import { createDemoModel, createModelCatalog } from '@shipmate/providers';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools/kubernetes';
import { createInlineCompute, openTestTools } from '@shipmate/tools/testing';
import { openWeb, type OpenWeb } from './open-web.ts';

/** A web app with the demo model and the demo cluster. */
export interface ClusterWeb extends OpenWeb {
  /** Executes a remediation as a worker does until it waits, by default with the demo model. */
  readonly workOn: (remediationId: string, model?: ChatModel) => Promise<void>;
  /** Executes the checks after a change as workers do, and advances the cluster's clock between them. */
  readonly watch: (remediationId: string) => Promise<void>;
}

/** Starts it with two contexts: `demo (simulated)`, and `blind`, which may read the namespace `payments` only. */
export async function openClusterWeb(): Promise<ClusterWeb> {
  await using stack = new AsyncDisposableStack();
  const { cluster } = await startScenario(await loadScenario('demo'), {
    name: 'demo (simulated)',
    users: [{ name: 'nobody' }],
  });
  stack.defer(() => cluster.close());
  const rbac = 'rbac.authorization.k8s.io';
  cluster.objects.apply({
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'nobody', namespace: 'payments' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: rbac, kind: 'User', name: 'nobody' }],
  });
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const [own, blind] = [join(folder, 'own'), join(folder, 'blind')];
  await writeFile(own, cluster.kubeconfig());
  await writeFile(blind, cluster.kubeconfig('nobody').replaceAll('demo (simulated)', 'blind'));
  const environment = { KUBECONFIG: `${own}:${blind}` };
  const kubernetes = connect(environment);
  stack.defer(() => kubernetes.close());
  const demo = createDemoModel({ script: demoScript, pacing: 0 });
  const web = stack.use(
    await openWeb(({ unitOfWork }) => ({
      models: { ...createModelCatalog({ environment: {}, demoScript }), get: () => demo },
      tools: openTestTools(createToolStorage(unitOfWork), { ports: { kubernetes } }).registry,
    })),
  );
  const { unitOfWork, notifications, principal } = web;
  async function workOn(remediationId: string, model: ChatModel = demo): Promise<void> {
    const executor = createRunExecutor({
      unitOfWork,
      notifications,
      runLog: createRunLog({ unitOfWork, notifications }),
      models: { get: () => model },
      tools: web.tools,
      cluster: { kubernetes, compute: createInlineCompute(), clock: { now: () => cluster.now() } },
      approvalSecret: 'a secret of the tests',
      logger: silentLogger,
    });
    await (await executor.resume(remediationId))?.finished;
  }
  async function watch(remediationId: string): Promise<void> {
    for (;;) {
      const remediation = await unitOfWork.stores.remediations.get(principal, remediationId);
      if (remediation.status !== 'validating') return;
      cluster.advance(Date.parse(remediation.watch?.nextCheckAt ?? '') - cluster.now().getTime());
      await unitOfWork.stores.runs.requeue(remediationId);
      await workOn(remediationId);
    }
  }
  const owned = stack.move();
  return { ...web, workOn, watch, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function connect(environment: { readonly KUBECONFIG: string }): KubernetesClient {
  const client = createKubernetesClient({ environment });
  if (client) return client;
  throw new Error('The environment names no cluster.');
}
