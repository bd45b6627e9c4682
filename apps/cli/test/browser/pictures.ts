import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const folder = fileURLToPath(new URL('../../../../test-results/', import.meta.url));

/** A window of 1360 × 860 pixels at a zoom of 200 %. */
const zoomed = { width: 680, height: 430 };

/**
 * Takes screenshots of the page without a reload: wide and narrow, light and dark. They are written to `test-results`. Expects that
 * the page fits the width of each window, and of one at a zoom of 200 %.
 *
 * @param pane the pane to show in narrow windows; by default the files.
 */
export async function pictures(page: Page, name: string, pane: 'Files' | 'as it is' = 'Files'): Promise<void> {
  await mkdir(folder, { recursive: true });
  const wide = page.viewportSize() ?? { width: 1360, height: 860 };
  for (const [label, size] of [
    ['wide', wide],
    ['narrow', { width: 400, height: 860 }],
  ] as const) {
    await page.setViewportSize(size);
    const files = page.getByRole('tab', { name: /^Files/ });
    if (pane === 'Files' && (await files.isVisible())) await files.click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${label}.png` });
    }
    await expectToFit(page);
  }
  await page.setViewportSize(zoomed);
  await expectToFit(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(wide);
}

/** Expects that no part of the page is wider than the window, so that nobody scrolls sideways to read it. */
async function expectToFit(page: Page): Promise<void> {
  const [needed, available] = await page.evaluate<readonly [number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(needed, `The page ${page.url()} is wider than its window.`).toBeLessThanOrEqual(available);
}
