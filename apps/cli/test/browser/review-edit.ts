import { workspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import type { Page } from 'playwright-core';

/** Leaves edits pending in the open workspace, as another tab would, and reloads the page. */
export async function editElsewhere(
  page: Page,
  edits: Readonly<Record<string, (content: string) => string>>,
): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const workspace = `${origin}/api${pathname.replace('/workspace/', '/workspaces/')}`;
  const { files } = workspaceResponseSchema.parse(await (await page.request.get(workspace)).json());
  for (const [path, change] of Object.entries(edits)) {
    const file = files.find((candidate) => candidate.path === path);
    if (!file) throw new Error(`There is no ${path}.`);
    const content = change(file.contentPending ?? file.content);
    const answer = await page.request.put(`${workspace}/files`, { data: { path, content, version: file.version } });
    if (!answer.ok()) throw new Error(`${path} was not saved: ${await answer.text()}`);
  }
  await page.reload();
}
