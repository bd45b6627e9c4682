import type { Page } from 'playwright-core';

/** Signs in and opens the sample chart in a new workspace. */
export async function openSample(page: Page, signInUrl: string): Promise<void> {
  await page.goto(signInUrl);
  await page.getByRole('button', { name: /sample/i }).click();
  await page.waitForURL(/\/workspace\/[0-9a-f-]{36}$/);
  await page.getByRole('treeitem', { name: 'values.yaml', exact: true }).waitFor();
}
