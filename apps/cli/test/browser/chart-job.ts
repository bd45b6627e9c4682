import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/** Performs the chart job from the sign-in link to the pending changes and checks each page on the way. */
export async function doTheChartJob(page: Page, signInUrl: string): Promise<void> {
  await page.goto(signInUrl);
  await page.getByRole('textbox', { name: 'Message' }).fill('add redis as a dependency and set 3 replicas');
  await page.getByRole('button', { name: 'Send' }).click();

  await page.waitForURL(/\/workspace\/[0-9a-f-]{36}$/);
  await page
    .getByRole('group', { name: /textEditor.*values\.yaml/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Accept all' }).waitFor();
  await page
    .getByText(/demo model/i)
    .first()
    .waitFor();

  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: /Chart\.yaml/ }).click();
  await page.locator('.cm-insertedLine, .cm-changedLine').filter({ hasText: 'redis' }).first().waitFor();
  // A file opened between its two edits would scroll to the first of them and stay there.
  await tree.locator('[data-path="values.yaml"][aria-description*="4 added, 1 removed"]').click();
  await page
    .locator('.cm-insertedLine, .cm-changedLine')
    .filter({ hasText: /replica\w*: 3/ })
    .first()
    .waitFor();
}

/** Accepts every pending change and waits for the new revision. */
export async function acceptAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 1').first().waitFor();
  expect(await page.getByRole('button', { name: 'Accept all' }).isVisible()).toBe(false);
}
