import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openNewSample } from './open-sample.ts';
import { expectToFit } from './expect-to-fit.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

/** Inserts text at the top of a file and saves it as pending. */
async function change(page: Page, path: string, text: string): Promise<void> {
  await page.getByRole('treeitem', { name: path, exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: `Edit ${path}` }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+s');
  await page.locator('.cm-changedLine').filter({ hasText: text.trim() }).first().waitFor();
}

it('the revisions page lists revisions, compares any two, and rolls back as a new one', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await change(page, 'values.yaml', '# one\n');
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 1').waitFor();
  await change(page, 'Chart.yaml', '# two\n');
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 2').waitFor();
  await change(page, 'values.yaml', '# pending\n');

  await page.getByRole('link', { name: 'Revision 2' }).click();
  const list = page.getByRole('navigation', { name: 'Revisions' });
  await list.getByRole('link', { name: /^Revision 2.*1 modified/s }).waitFor();
  await page.locator('.cm-changedLine').filter({ hasText: '# two' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'From' }).selectOption('Revision 0');
  const files = page.getByRole('navigation', { name: 'Files that differ' });
  await files.getByRole('link', { name: /values\.yaml/ }).click();
  await page.locator('.cm-changedLine').filter({ hasText: '# one' }).waitFor();
  await page.reload();
  await page.locator('.cm-changedLine').filter({ hasText: '# one' }).waitFor();
  expect(new URL(page.url()).search).toBe('?from=0&to=2&file=values.yaml');
  await expectToFit(page, 'revisions');

  await list.getByRole('link', { name: /^Revision 1/ }).click();
  await page.getByRole('button', { name: 'Roll back to revision 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The pending change is carried over').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('dialog', { name: 'Revision 3 has the files of revision 1' }).waitFor();
  await page.getByText('Rolled back to revision 1').waitFor();
  await page.getByRole('button', { name: 'Open the workspace' }).click();
  await page.waitForURL(/\/workspace\/[^/]+$/);
  await page.getByRole('link', { name: 'Revision 3' }).waitFor();
  await page.getByText('1 file changed').waitFor();
  expect(problems).toEqual([]);
});

it('the roll-back dialog shows the current revision first when another one was accepted meanwhile', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await change(page, 'values.yaml', '# one\n');
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 1').waitFor();
  await change(page, 'values.yaml', '# two\n');
  await page.getByRole('link', { name: 'Revision 1' }).click();
  await page.getByRole('link', { name: /^Revision 0/ }).click();
  await page.getByRole('button', { name: 'Roll back to revision 0' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Revision 2 gets the files of revision 0').waitFor();

  const accept = new URL(page.url()).pathname.replace(/^\/workspace(\/[^/]+).*/, '/api/workspaces$1/changes/accept');
  const accepted = await page.request.post(new URL(accept, page.url()).href, { data: { revisionNumber: 1 } });
  expect(accepted.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByText('revision 2 is current now').waitFor();
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await dialog.getByText('Revision 3 gets the files of revision 0').waitFor();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('dialog', { name: 'Revision 3 has the files of revision 0' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([]);
});

it('accepting is refused with the reason when checks before accepting are on and fail', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await page.getByRole('button', { name: 'Workspace settings' }).click();
  const validate = page.getByRole('switch', { name: 'Check before accepting' });
  await validate.click();
  await expect.poll(() => validate.getAttribute('aria-checked')).toBe('true');
  await page.getByRole('switch', { name: 'Accept the agent’s changes' }).click();
  await page.getByText('Has no effect while changes are checked first').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'settings');
  await page.keyboard.press('Escape');

  await change(page, 'values.yaml', 'broken: [\n');
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Nothing was accepted').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'refused');
  await page
    .getByRole('button', { name: /^values\.yaml:\d/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'values.yaml' }).waitFor();
  await page.getByText('Revision 0').waitFor();
  expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([]);
});
