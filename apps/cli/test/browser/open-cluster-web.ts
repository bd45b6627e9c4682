import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advanceRemediation } from '@shipmate/agents';
import { demoScript } from '@shipmate/agents/demo';
import { createLocalTools } from '@shipmate/agents/tools';
import { type ChatModel, silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { loadScenario, startScenario } from '@shipmate/kube-sim';
import { createDemoModel, createModelCatalog } from '@shipmate/providers';
import { startServer } from '@shipmate/server';
import { createChartExchange, createFixedKubernetesVersions, createHelmCli } from '@shipmate/tools';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools/kubernetes';
import { compose } from '@shipmate/web/compose';
import type { Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

/** The web app with the demo model and the demo cluster, and a browser of somebody who is signed in. */
export interface ClusterWeb extends AsyncDisposable {
  /** Opens a tab whose errors are noted. */
  readonly openTab: (path: string) => Promise<Page>;
  /** Does what a worker does for a remediation, with a model of its own; time in the cluster flies meanwhile. */
  readonly workOn: (remediationId: string, model: ChatModel) => Promise<void>;
  /** Errors of the tabs and of their consoles. */
  readonly problems: readonly string[];
}

const nobodyListens = 'http://127.0.0.1:9';

/** Starts it with two contexts: `demo (simulated)`, and `blind`, which sees the namespace payments alone. */
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
  const database = await createTestDatabase('pglite');
  stack.defer(() => database.close());
  const { unitOfWork } = database;
  const { user, principal } = await createTestTenant(unitOfWork);
  const demo = createDemoModel({ script: demoScript, pacing: 0 });
  const environment = { KUBECONFIG: `${own}:${blind}` };
  const tools = createLocalTools(unitOfWork, nobodyListens, environment);
  const kubernetes = connect(environment);
  stack.defer(() => kubernetes.close());
  const web = await compose(
    { host: '127.0.0.1', userEmail: user.email },
    {
      logger: silentLogger,
      database,
      models: { ...createModelCatalog({ environment: {}, demoScript }), get: () => demo },
      tools,
      chartPorts: { helm: createHelmCli(), kubernetesVersions: createFixedKubernetesVersions() },
      chartExchange: createChartExchange({ ARTIFACT_HUB_URL: nobodyListens }),
      draining: new AbortController().signal,
      showSignInLink: () => undefined,
    },
  );
  const server = await startServer({ app: web.app, port: 0 });
  stack.defer(() => server.close());
  stack.defer(() => web.close());
  const browser = stack.use(await launchBrowser());
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
  const problems: string[] = [];
  async function openTab(path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(new URL(path, server.url).href);
    return page;
  }
  async function workOn(remediationId: string, model: ChatModel): Promise<void> {
    const ports = {
      models: { get: () => model },
      unitOfWork,
      tools: tools.getByCategory('cluster'),
      kubernetes,
      clock: { now: () => cluster.now() },
      wait: async (ms: number) => cluster.advance(ms),
    };
    const { signal } = new AbortController();
    await advanceRemediation(ports, { remediationId, principal, logger: silentLogger, signal });
  }
  await (await openTab(await web.signIn.createLink(server.url))).close();
  const owned = stack.move();
  const dispose = () => owned.disposeAsync();
  return { openTab, workOn, problems, [Symbol.asyncDispose]: dispose };
}

function connect(environment: { readonly KUBECONFIG: string }): KubernetesClient {
  const client = createKubernetesClient({ environment });
  if (client) return client;
  throw new Error('The environment names no cluster.');
}
