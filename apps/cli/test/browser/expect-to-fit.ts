import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface ImportMeta {
    /** Set by vitest. */
    readonly env: { readonly MODE: string };
  }
}

const folder = fileURLToPath(new URL('../../../../test-results/', import.meta.url));

/** A window of 1360 × 860 pixels at a zoom of 200 %. */
const zoomed = { width: 680, height: 430 };

/** True with `vitest run --mode screenshots`: to take pictures in each run costs CPU time and tests nothing. */
const takesPictures = import.meta.env.MODE === 'screenshots';

/**
 * Expects that the page fits the width of a wide and of a narrow window, and of one at a zoom of 200 %. `--mode screenshots`
 * writes pictures of the first two to `test-results`, light and dark, without a reload.
 *
 * @param pane the pane to show in narrow windows; by default the files.
 */
export async function expectToFit(page: Page, name: string, pane: 'Files' | 'as it is' = 'Files'): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1360, height: 860 };
  for (const [label, size] of [
    ['wide', wide],
    ['narrow', { width: 400, height: 860 }],
  ] as const) {
    await page.setViewportSize(size);
    const files = page.getByRole('tab', { name: /^Files/ });
    if (pane === 'Files' && (await files.isVisible())) await files.click();
    if (takesPictures) await takePictures(page, (colorScheme) => `${name}-${colorScheme}-${label}.png`);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(zoomed);
  await expectNoOverflow(page);
  await page.setViewportSize(wide);
}

async function takePictures(page: Page, toName: (colorScheme: string) => string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${folder}${toName(colorScheme)}` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects that no part of the page is wider than the window, so that nobody scrolls sideways to read it. */
async function expectNoOverflow(page: Page): Promise<void> {
  const [needed, available] = await page.evaluate<readonly [number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(needed, `The page ${page.url()} is wider than its window.`).toBeLessThanOrEqual(available);
}
