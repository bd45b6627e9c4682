import { createWorkspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import type { Page } from 'playwright-core';

/** Signs in and opens the sample chart as a user without workspaces. */
export async function openSample(page: Page, signInUrl: string): Promise<void> {
  await page.goto(signInUrl);
  await page.getByRole('button', { name: /sample/i }).click();
  await page.waitForURL(/\/workspace\/[0-9a-f-]{36}$/);
  await page.getByRole('treeitem', { name: 'values.yaml', exact: true }).waitFor();
}

/** Opens the sample chart in a new workspace as a signed-in user. */
export async function openNewSample(page: Page, homeUrl: string): Promise<void> {
  const made = await page.request.post(new URL('/api/workspaces', homeUrl).href, { data: { template: 'sample' } });
  const { workspaceId } = createWorkspaceResponseSchema.parse(await made.json());
  await page.goto(new URL(`/workspace/${workspaceId}`, homeUrl).href);
  await page.getByRole('treeitem', { name: 'values.yaml', exact: true }).waitFor();
}
