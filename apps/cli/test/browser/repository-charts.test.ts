import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ScriptedModel } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { expectToFit } from './expect-to-fit.ts';

const run = promisify(execFile);

it('a person opens a chart of a repository, and pushes the change back as a commit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-charts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'shop');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = async (...args: readonly string[]) =>
    (await run('git', [...identity, ...args], { cwd: source, env })).stdout.trim();
  const chart = join(source, 'deploy', 'checkout');
  await mkdir(chart, { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: checkout\nversion: 1.0.0\n');
  await writeFile(join(chart, 'values.yaml'), 'replicas: 1\n');
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  const begin = await git('rev-parse', 'HEAD');

  const model = new ScriptedModel([]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  await using web = await openWeb(
    ({ unitOfWork }) => ({
      models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
      tools: openTestTools(createToolStorage(unitOfWork)).registry,
    }),
    { repositoryFolder: join(folder, 'clones'), repositoryRoots: [folder] },
  );
  const { unitOfWork, principal, context, url } = web;
  const repository = { id: crypto.randomUUID(), name: 'shop', localPath: source, remoteUrl: null };
  await unitOfWork.stores.repositories.add(principal, { ...repository, projectId: null, defaultBranch: 'main' });

  const page = await web.openTab(`/repositories/${repository.id}`);
  const charts = page.getByRole('list', { name: 'Charts' });
  await page.getByText('The charts are shown once the repository was fetched.').waitFor();
  await page.getByRole('button', { name: 'Fetch' }).click();
  await charts.getByText('deploy/checkout').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'repository-charts', 'as it is');
  await charts.getByRole('button', { name: 'Open as a workspace: deploy/checkout' }).click();
  await page.getByRole('heading', { name: 'checkout', exact: true }).waitFor();

  const workspace = `${url}/api${new URL(page.url()).pathname.replace('workspace', 'workspaces')}`;
  const read = await context.request.get(`${workspace}/files?path=values.yaml`);
  const { files } = (await read.json()) as { readonly files: readonly { readonly version: number }[] };
  const edit = { path: 'values.yaml', content: 'replicas: 3\n', version: files[0]?.version };
  const saved = await context.request.put(`${workspace}/files`, { headers: { origin: url }, data: edit });
  expect(saved.status()).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 1').first().waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Push to Git…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push to Git' });
  await dialog.getByText('folder deploy/checkout, opened at commit').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'push-back', 'as it is');
  await dialog.getByLabel('Message').fill('Scale checkout');
  await dialog.getByLabel('Branch').fill('main');
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByRole('alert').getByText('default branch').waitFor();
  await dialog.getByLabel('Branch').fill('scale-checkout');
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByRole('status').getByText('scale-checkout').waitFor();
  expect(await git('show', 'scale-checkout:deploy/checkout/values.yaml')).toBe('replicas: 3');
  expect(await git('log', '--format=%P %s', 'main..scale-checkout')).toBe(`${begin} Scale checkout`);
  expect(web.problems.filter((problem) => !/40\d|409/.test(problem))).toEqual([]);
});
