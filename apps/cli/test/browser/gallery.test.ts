import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, preview } from 'vite';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { sharedBrowser } from './shared-browser.ts';

/** A script for the page: the width by which it is wider than the window. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const web = join(import.meta.dirname, '../../../web');

it('the gallery shows every component, accessible in both themes and without overflow in a narrow window', async () => {
  await using stack = new AsyncDisposableStack();
  const outDir = await mkdtemp(join(tmpdir(), 'shipmate-gallery-'));
  stack.defer(() => rm(outDir, { recursive: true }));
  const input = join(web, 'gallery.html');
  await build({ root: web, logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const server = await preview({
    root: web,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  stack.defer(() => server.close());
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1360, height: 860 } });
  stack.defer(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(new URL('/gallery.html', server.resolvedUrls?.local[0]).href);
  await page.getByRole('heading', { name: 'Components', level: 1 }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1360, height: 2_200 });
  await expectToFit(page, 'gallery', 'as it is');
  await page.setViewportSize({ width: 400, height: 860 });
  expect(await page.evaluate(overflow)).toBe(0);

  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const tooltip = page.locator('[popover]:popover-open');
  await tooltip.getByText('Copy').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);
  await useTable(page);
  await scrollManyRows(page);
  expect(problems).toEqual([]);
});

/** Sorts, filters, copies from and hides a column of the small table. */
async function useTable(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Tool calls' });
  const texts = () => table.locator('tbody tr td:first-child').allTextContents();
  const calls = table.getByRole('columnheader', { name: 'Calls' });
  await calls.getByRole('button').click();
  expect(await calls.getAttribute('aria-sort')).toBe('ascending');
  expect((await texts())[0]).toBe('search_capabilities');
  await calls.getByRole('button').press('Enter');
  expect((await texts())[0]).toBe('kubectl_get');

  const tools = page.getByRole('group', { name: 'Tools of the table “Tool calls”' });
  await tools.getByRole('searchbox', { name: 'Filter rows' }).fill('kubectl');
  expect(await texts()).toEqual(['kubectl_get', 'kubectl_logs']);
  await tools.getByText('2 of 5 rows.').waitFor();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('region', { name: 'Tool calls' }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('ControlOrMeta+c');
  await tools.getByText('Copied the cell of “Calls”.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('12');
  await page.keyboard.press('Shift+C');
  await tools.getByText('Copied the row.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('kubectl_logs\tdemo:shipmate-demo\t12\tCompleted');

  await tools.getByText('Columns', { exact: true }).click();
  await tools.getByRole('checkbox', { name: 'Model' }).uncheck();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Tool', 'Calls', 'State']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await tools.getByRole('checkbox').count()).toBe(0);
}

/** Goes to the end of a table of ten thousand rows, of which only the visible ones are in the page. */
async function scrollManyRows(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Ten thousand rows' });
  const rows = table.locator('tbody tr[data-index]');
  expect(await rows.count()).toBeLessThan(100);
  expect(await table.getAttribute('aria-rowcount')).toBe('10001');
  await page.getByRole('region', { name: 'Ten thousand rows' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await table.getByRole('cell', { name: 'tool 10000', exact: true }).and(page.locator(':focus')).waitFor();
  expect(await rows.count()).toBeLessThan(100);
  expect(await page.evaluate(overflow)).toBe(0);
}
