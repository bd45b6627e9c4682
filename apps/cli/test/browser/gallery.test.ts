import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { pictures } from './pictures.ts';
import { sharedBrowser } from './shared-browser.ts';

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
  await pictures(page, 'gallery', 'as it is');
  await page.setViewportSize({ width: 400, height: 860 });
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);

  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const tooltip = page.locator('[popover]:popover-open');
  await tooltip.getByText('Copy').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);
  expect(problems).toEqual([]);
});
