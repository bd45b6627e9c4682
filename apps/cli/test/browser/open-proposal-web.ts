import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog, createRunWorker } from '@shipmate/agents';
import { demoScript } from '@shipmate/agents/demo';
import { addFlows, createLocalTools } from '@shipmate/agents/tools';
import { type ChatModel, silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createModelCatalog } from '@shipmate/providers';
import { startServer } from '@shipmate/server';
import { createChartExchange, createFixedKubernetesVersions, createHelmCli, createOperations } from '@shipmate/tools';
import { createKubernetesClient } from '@shipmate/tools/kubernetes';
import { compose } from '@shipmate/web/compose';
import type { Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

/** The web app and a worker over a simulated cluster and a program of a platform, and a browser of somebody who is signed in. */
export interface ProposalWeb extends AsyncDisposable {
  readonly cluster: Cluster;
  /** Lets the program end. */
  readonly finish: () => Promise<void>;
  /** Opens a tab whose errors are noted. */
  readonly openTab: (path: string) => Promise<Page>;
  /** Errors of the tabs and of their consoles. */
  readonly problems: readonly string[];
}

const nobodyListens = 'http://127.0.0.1:9';

const description = JSON.stringify({
  operations: [
    {
      name: 'create',
      description: 'Makes a PostgreSQL database.',
      parameters: [
        { name: 'name', kind: 'positional', required: true, description: 'What it is called.' },
        { name: 'size', choices: ['small', 'large'], default: 'small' },
        { name: 'backups', kind: 'switch', description: 'Whether it is backed up.' },
      ],
    },
  ],
});

/** Works until it is told to finish. */
const toProgram = (finished: string): string => `#!/bin/sh
if [ "$*" = '--help --json' ]; then echo '${description}'; exit; fi
echo "making $*"
until [ -e '${finished}' ]; do sleep 0.1; done
echo made
`;

/** Starts it over one model. */
export async function openProposalWeb(model: ChatModel): Promise<ProposalWeb> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-platform-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const finished = join(folder, 'finished');
  await writeFile(join(folder, 'databases'), toProgram(finished), { mode: 0o755 });
  const cluster = await createCluster();
  stack.defer(() => cluster.close());
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig());
  const environment = { KUBECONFIG: join(folder, 'kubeconfig'), PLATFORM_COMMANDS: folder, PATH: '/usr/bin:/bin' };
  const database = await createTestDatabase('pglite');
  stack.defer(() => database.close());
  const { unitOfWork, notifications } = database;
  const { user } = await createTestTenant(unitOfWork);
  const models = { ...createModelCatalog({ environment: {}, demoScript }), get: () => model };
  const kubernetes = createKubernetesClient({ environment });
  stack.defer(() => kubernetes?.close());
  const operations = createOperations({ environment });
  const local = createLocalTools(unitOfWork, nobodyListens, environment);
  const tools = addFlows(local, { unitOfWork, models, kubernetes, operations });
  const leaving = new AbortController();
  const runLog = createRunLog({ unitOfWork, notifications });
  stack.defer(() => runLog.close());
  const approvalSecret = await unitOfWork.stores.secrets.getOrCreate('approvals');
  const shared = { unitOfWork, notifications, runLog, models, tools, approvalSecret, logger: silentLogger };
  const executor = createRunExecutor(shared);
  stack.defer(() => executor.close());
  const worker = createRunWorker({ executor, notifications, logger: silentLogger, draining: leaving.signal });
  stack.defer(() => worker.close());
  const web = await compose(
    { host: '127.0.0.1', userEmail: user.email },
    {
      logger: silentLogger,
      database,
      models,
      tools,
      chartPorts: { helm: createHelmCli(), kubernetesVersions: createFixedKubernetesVersions() },
      chartExchange: createChartExchange({ ARTIFACT_HUB_URL: nobodyListens }),
      draining: leaving.signal,
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
  await (await openTab(await web.signIn.createLink(server.url))).close();
  const owned = stack.move();
  const finish = () => writeFile(finished, '');
  return { cluster, finish, openTab, problems, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
