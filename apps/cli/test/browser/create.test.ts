import { gzipSync } from 'node:zlib';
import { rawTar, startChartHub } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';

const archiveOf = (version: string): Uint8Array =>
  gzipSync(rawTar([{ name: 'redis/Chart.yaml', content: `apiVersion: v2\nname: redis\nversion: ${version}\n` }]));

const manifests = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1.27"}]}}
---
apiVersion: v1
kind: Secret
metadata: {name: db}
stringData: {password: hunter2}
---
kind: Nothing
`;

it('the start page creates workspaces from published charts and from manifests, and a failed push shows its reason', async () => {
  await using hub = await startChartHub([
    {
      name: 'redis',
      repository: 'acme',
      description: 'Keeps things in memory, and forgets them when it has to',
      verified: true,
      archives: { '2.0.0-rc.1': archiveOf('2.0.0-rc.1'), '1.2.3': archiveOf('1.2.3'), '1.0.0': archiveOf('1.0.0') },
    },
  ]);
  await using opened = await openShipmate({
    ARTIFACT_HUB_URL: hub.url,
    ALLOW_PRIVATE_NETWORKS: 'true',
    PATH: '/usr/local/bin:/usr/bin:/bin',
  });
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  await page.getByRole('button', { name: /^Convert manifests/ }).waitFor();
  await expectToFit(page, 'create-start');

  await page.getByRole('button', { name: /^Start from ArtifactHub/ }).click();
  const catalog = page.getByRole('dialog', { name: 'Start from ArtifactHub' });
  await catalog.getByLabel('Chart').fill('nothing');
  await page.keyboard.press('Enter');
  await catalog.getByText('ArtifactHub has no chart for “nothing”.').waitFor();
  await catalog.getByLabel('Chart').fill('redis');
  await page.keyboard.press('Enter');
  await catalog.getByText('Verified').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'create-catalog-results');
  await catalog.getByRole('button', { name: /^redis/ }).click();
  await catalog.getByLabel('Version').selectOption('1.0.0');
  await expectAccessible(page);
  await expectToFit(page, 'create-catalog-version');
  await catalog.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('heading', { name: 'redis', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Push to Git…' }).click();
  const push = page.getByRole('dialog', { name: 'Push to Git' });
  expect(await push.getByLabel('New branch').inputValue()).toBe('shipmate/redis-0');
  await push.getByLabel('Repository').fill(`${hub.url}/none.git`);
  await push.getByRole('button', { name: 'Push branch' }).click();
  await push.getByRole('alert').getByText('shows no such repository').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'create-push');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Shipmate, start page' }).click();
  await page.getByRole('button', { name: /^Convert manifests/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert manifests' });
  await dialog.getByLabel('YAML').fill(manifests);
  await expectAccessible(page);
  await expectToFit(page, 'create-manifests');
  await dialog.getByRole('button', { name: 'Create chart' }).click();
  const made = page.getByRole('dialog', { name: 'Chart created' });
  await made.getByText('contents of the Secret db were not copied').waitFor();
  await made.getByText('It is not a Kubernetes object').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'create-manifests-result');
  await made.getByRole('button', { name: 'Open the chart' }).click();
  await page.getByRole('treeitem', { name: 'web-deployment.yaml' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([]);
});
