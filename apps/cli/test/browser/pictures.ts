import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const folder = fileURLToPath(new URL('../../../../test-results/', import.meta.url));

/**
 * Takes screenshots of the page without a reload: wide and narrow, light and dark. They are written to `test-results`.
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
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(wide);
}
