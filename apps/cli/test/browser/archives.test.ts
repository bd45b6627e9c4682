import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { rawTar, rawZip } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 1.2.3\n' };

it('the start page imports charts from archives, and the export menu writes them again', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  const input = page.getByLabel('Archive', { exact: true });

  await input.setInputFiles({
    name: 'evil.zip',
    mimeType: 'application/zip',
    buffer: rawZip([chart, { name: '../evil.yaml' }]),
  });
  const refusal = page.getByRole('alert');
  await refusal.getByText('"../evil.yaml" in the archive leads out of its folder').waitFor();
  await refusal.getByText('Nothing was imported.').waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('link', { name: /^shop/ }).count()).toBe(0);

  await input.setInputFiles({
    name: 'shop.tgz',
    mimeType: 'application/gzip',
    buffer: gzipSync(rawTar([chart, { name: 'shop/logo.png', content: '\0' }])),
  });
  const dialog = page.getByRole('dialog', { name: 'One file was not imported' });
  await dialog.getByText('logo.png').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open the chart' }).click();
  await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'shop as .tgz' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('shop-1.2.3.tgz');
  const packed = (await readFile(await download.path())).toString('base64');

  await page.getByRole('link', { name: 'Shipmate, start page' }).click();
  await page.getByRole('button', { name: 'Import a chart' }).waitFor();
  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${packed}'), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'shop-1.2.3.tgz'));
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await page.getByText('Drop it to import it').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await page.getByRole('treeitem', { name: 'Chart.yaml' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([]);
});
