import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { toCacheFolder } from '@shipmate/agents';
import { ScriptedModel } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { CodeMapPort } from '@shipmate/tools';
import { createTestCodeMaps, openTestTools, testDiagrams } from '@shipmate/tools/testing';
import { onTestFinished } from 'vitest';
import { type OpenWeb, openWeb } from './open-web.ts';

const run = promisify(execFile);

/** The files of a small shop, with their imports. */
export const shopFiles: Readonly<Record<string, readonly string[]>> = {
  'README.md': [],
  'deploy/shop.yaml': [],
  'services/cart/cart.ts': ['services/cart/money.ts', 'services/payments/charge.ts'],
  'services/cart/money.ts': [],
  'services/cart/routes/get-cart.ts': ['services/cart/cart.ts'],
  'services/cart/routes/put-cart.ts': ['services/cart/cart.ts'],
  'services/payments/charge.ts': ['services/payments/card.ts'],
  'services/payments/card.ts': [],
  'services/payments/providers/bank.py': [],
  'services/payments/providers/card.py': [],
  'web/index.ts': ['web/pages/home.ts', 'web/pages/order.ts'],
  'web/pages/home.ts': ['services/cart/cart.ts'],
  'web/pages/order.ts': ['services/payments/charge.ts'],
};

/** Opens a web app with a git repository of these files and its code map; 30 lines in each file. */
export async function openShopMap(files = shopFiles): Promise<OpenWeb & { readonly repositoryId: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-map-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'shop');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = async (...args: readonly string[]) =>
    (await run('git', [...identity, ...args], { cwd: source, env })).stdout.trim();
  for (const path of Object.keys(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    const lines = Array.from({ length: 30 }, (_, index) => `${path} line ${index + 1}\n`);
    await writeFile(join(source, path), lines.join(''));
  }
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  const commit = await git('rev-parse', 'HEAD');

  const model = new ScriptedModel([]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const repositoryFolder = join(folder, 'clones');
  const web = await openWeb(
    ({ unitOfWork }) => {
      const { registry, ports } = openTestTools(createToolStorage(unitOfWork));
      const codeMaps = createTestCodeMaps({ ...unitOfWork.stores, files, commit });
      return {
        models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
        tools: registry,
        codeMaps: { ...(ports.codeMaps as CodeMapPort), ...codeMaps },
        diagrams: testDiagrams,
      };
    },
    { repositoryFolder },
  );
  const { principal, unitOfWork } = web;
  const repositoryId = crypto.randomUUID();
  const repository = { id: repositoryId, name: 'shop', localPath: source, remoteUrl: null };
  const added = await unitOfWork.stores.repositories.add(principal, {
    ...repository,
    projectId: null,
    defaultBranch: 'main',
  });
  const cache = toCacheFolder(repositoryFolder, principal.organizationId, { ...added, repositoryId });
  await git('clone', '--quiet', '--bare', source, cache);
  await git('--git-dir', cache, 'update-ref', 'refs/remotes/origin/main', commit);
  return { ...web, repositoryId };
}
