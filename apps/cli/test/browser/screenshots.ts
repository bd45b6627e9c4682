import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expectAlignedGutters } from './expect-aligned-gutters.ts';

const folder = fileURLToPath(new URL('../../../../test-results/', import.meta.url));

/** Takes screenshots of the page after reloads: wide and narrow, light and dark. They are written to `test-results`. */
export async function screenshots(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const wide = page.viewportSize() ?? { width: 1360, height: 860 };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await page.getByRole('log').getByText('Review the pending changes').waitFor();
    for (const [label, size] of [
      ['wide', wide],
      ['narrow', { width: 400, height: 860 }],
    ] as const) {
      await page.setViewportSize(size);
      if (label === 'wide') await expectAlignedGutters(page);
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${label}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(wide);
}
