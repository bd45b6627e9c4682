import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoScript } from '@shipmate/agents/demo';
import { silentLogger } from '@shipmate/core';
import { isEnded } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { addRepository, beginCodeIndex } from '@shipmate/domain/use-cases';
import { createDemoModel, createModelCatalog } from '@shipmate/providers';
import { commitTestFiles, openTestTools } from '@shipmate/tools/testing';
import { compose as composeWorker } from '@shipmate/worker/compose';
import { expect, onTestFinished } from 'vitest';
import { type OpenWeb, openWeb } from './open-web.ts';

/** A file of 30 lines that begins with imports of others. */
function toSource(path: string, imports: readonly string[] = []): string {
  const first = imports.map((name, index) => `import * as module${index} from '${name}';`);
  const rest = Array.from({ length: 30 - first.length }, (_, index) => `// ${path} line ${index + first.length + 1}`);
  return `${[...first, ...rest].join('\n')}\n`;
}

/** A small shop. */
const shopFiles: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  'deploy/shop.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\n',
  'services/cart/cart.ts': toSource('services/cart/cart.ts', ['./money.ts', '../payments/charge.ts']),
  'services/cart/money.ts': toSource('services/cart/money.ts'),
  'services/cart/routes/get-cart.ts': toSource('services/cart/routes/get-cart.ts', ['../cart.ts']),
  'services/cart/routes/put-cart.ts': toSource('services/cart/routes/put-cart.ts', ['../cart.ts']),
  'services/payments/charge.ts': toSource('services/payments/charge.ts', ['./card.ts']),
  'services/payments/card.ts': toSource('services/payments/card.ts'),
  'services/payments/providers/bank.py': 'def pay():\n    pass\n',
  'services/payments/providers/card.py': 'def pay():\n    pass\n',
  'web/index.ts': toSource('web/index.ts', ['./pages/home.ts', './pages/order.ts']),
  'web/pages/home.ts': toSource('web/pages/home.ts', ['../../services/cart/cart.ts']),
  'web/pages/order.ts': toSource('web/pages/order.ts', ['../../services/payments/charge.ts']),
};

/** A web app and a worker with a git repository and its code map. */
export interface OpenMap extends OpenWeb {
  readonly repositoryId: string;
  /** The git repository of the person. */
  readonly source: string;
  /** Indexes the newest commit of the repository, and waits for it. */
  readonly index: () => Promise<void>;
}

/** Opens a web app and a worker with the demo model, adds a git repository of these files, and waits until it is indexed. */
export async function openShopMap(files = shopFiles): Promise<OpenMap> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-map-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'shop');
  await commitTestFiles(source, files);
  const repositoryFolder = join(folder, 'clones');
  const model = createDemoModel({ script: demoScript, pacing: 0 });
  const web = await openWeb(
    async ({ database, unitOfWork, defer }) => {
      const opened = openTestTools(createToolStorage(unitOfWork), { repositoryFolder });
      const { registry: tools, ports } = opened;
      defer(() => opened.close());
      const models = { ...createModelCatalog({ environment: {}, demoScript }), get: () => model };
      const draining = new AbortController();
      const worker = await composeWorker(
        { host: '127.0.0.1' },
        {
          logger: silentLogger,
          database,
          models,
          tools,
          ports,
          repositories: {
            workTrees: ports.workTrees,
            objects: ports.gitObjects,
            indexer: ports.codeIndexer,
            embedder: ports.embedder,
            tools,
            root: repositoryFolder,
          },
          draining: draining.signal,
        },
      );
      defer(() => worker.close());
      return { models, tools, codeMaps: ports.codeMaps, diagrams: ports.diagrams };
    },
    { repositoryFolder },
  );
  const { principal, unitOfWork } = web;
  async function index(repositoryId: string): Promise<void> {
    const target = { repositoryId, branch: null, commit: null };
    const { id } = await unitOfWork.transaction((stores) => beginCodeIndex(stores, principal, target));
    await expect
      .poll(async () => isEnded((await unitOfWork.stores.runs.get(principal, id)).status), { timeout: 60_000 })
      .toBe(true);
    expect(await unitOfWork.stores.runs.get(principal, id)).toMatchObject({ status: 'completed' });
  }
  const { id: repositoryId } = await unitOfWork.transaction((stores) =>
    addRepository(stores, principal, {
      name: 'shop',
      projectId: null,
      remoteUrl: null,
      localPath: source,
      defaultBranch: null,
    }),
  );
  await index(repositoryId);
  return { ...web, repositoryId, source, index: () => index(repositoryId) };
}
