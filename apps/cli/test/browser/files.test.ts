import { workspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openNewSample } from './open-sample.ts';
import { expectToFit } from './expect-to-fit.ts';
import { editElsewhere } from './review-edit.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

const textbox = (page: Page, path: string) => page.getByRole('textbox', { name: `Edit ${path}` });
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name, exact: true });

/** Types text at the top or the bottom of the open file. */
async function typeAt(page: Page, place: 'top' | 'bottom', text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Edit / }).focus();
  await page.keyboard.press(place === 'top' ? 'Control+Home' : 'Control+End');
  await page.keyboard.type(text);
}

/** Returns true once the review on screen has scrolled to a line, which it does in a later frame. */
async function isOnScreen(page: Page, line: string): Promise<boolean> {
  const text = await page.locator('.cm-changedLine').filter({ hasText: line }).boundingBox();
  const review = await page.locator('.file-editor').boundingBox();
  return text !== null && review !== null && text.y >= review.y && text.y + text.height <= review.y + review.height;
}

/** Saves a file over HTTP, as another machine would, without notifying any tab. */
async function saveElsewhere(page: Page, path: string, edit: (content: string) => string): Promise<void> {
  const url = `${new URL(page.url()).origin}/api/workspaces/${new URL(page.url()).pathname.split('/')[2]}`;
  const { files } = workspaceResponseSchema.parse(await (await page.request.get(url)).json());
  const file = files.find((candidate) => candidate.path === path);
  const data = { path, version: file?.version, content: edit(file?.contentPending ?? file?.content ?? '') };
  expect((await page.request.put(`${url}/files`, { data })).status()).toBe(200);
}

it('the editor keeps unsaved edits over a reload and saves them as pending', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);

  await row(page, 'values.yaml').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await typeAt(page, 'top', '# typed by hand\n');
  await expectAccessible(page);
  await expectToFit(page, 'edit');

  await row(page, 'Chart.yaml').click();
  await page.getByRole('dialog', { name: 'Leave with unsaved edits?' }).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Chart.yaml' }).waitFor();
  await page.reload();
  await row(page, 'values.yaml').click();
  await page.getByText('You have unsaved edits of this file').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => textbox(page, 'values.yaml').innerText()).toContain('# typed by hand');

  await page.keyboard.press('Control+s');
  await page.getByText('1 file changed').waitFor();
  await page.locator('.cm-changedLine').filter({ hasText: '# typed by hand' }).waitFor();
  expect(await row(page, 'values.yaml').getAttribute('aria-description')).toBe('modified, 1 added, 0 removed');
  expect(await page.getByText('You have unsaved edits').count()).toBe(0);
  expect(problems).toEqual([]);
});

it('the editor opens at the change in view', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await editElsewhere(page, { 'values.yaml': (content) => `${content}\n${'# More.\n'.repeat(80)}# The end.\n` });
  await page.getByRole('button', { name: 'Accept file' }).click();
  await page.getByText('Revision 1').first().waitFor();
  await editElsewhere(page, { 'values.yaml': (content) => content.replace('# The end.', '# The very end.') });
  await expect.poll(() => isOnScreen(page, '# The very end.')).toBe(true);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await textbox(page, 'values.yaml').waitFor();
  const line = page.locator('.cm-activeLine');
  await expect.poll(() => line.innerText()).toBe('# The very end.');
  await page.keyboard.type('!');
  expect(await textbox(page, 'values.yaml').innerText()).toContain('\n!# The very end.');
  expect(problems).toEqual([]);
});

it('the editor opens at the change to which the review is about to scroll', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await editElsewhere(page, { 'values.yaml': (content) => `# Begin.\n${content}\n${'# More.\n'.repeat(80)}# End.\n` });
  await page.getByRole('button', { name: 'Accept file' }).click();
  await page.getByText('Revision 1').first().waitFor();
  await editElsewhere(page, {
    'values.yaml': (content) => content.replace('# Begin.', '# The begin.').replace('# End.', '# The end.'),
  });
  await expect.poll(() => isOnScreen(page, '# The begin.')).toBe(true);

  // In one task, so that no frame with the scroll is drawn before the position is read.
  await page.evaluate(`
    document.querySelector('[aria-label^="Next change"]').click();
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Edit').click();
  `);
  await textbox(page, 'values.yaml').waitFor();
  await expect.poll(() => page.locator('.cm-activeLine').innerText()).toBe('# The end.');
  expect(problems).toEqual([]);
});

it('the editor merges conflicting edits of two tabs when the second one saves', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  const other = await page.context().newPage();
  await other.goto(page.url());

  for (const tab of [page, other]) {
    await row(tab, 'Chart.yaml').click();
    await tab.getByRole('button', { name: 'Edit', exact: true }).click();
  }
  await typeAt(page, 'top', '# mine\n');
  await typeAt(other, 'top', '# theirs\n');
  await typeAt(other, 'bottom', '# the end');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('1 file changed').waitFor();

  await page.getByText('Another user changed this file while you edited it').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('group', { name: 'Conflict 1' });
  await conflict.getByText('# theirs').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'merge');
  expect(await page.getByRole('button', { name: 'Save the result' }).isDisabled()).toBe(true);
  await conflict.getByRole('radio', { name: 'Take both' }).check();
  await page.getByRole('button', { name: 'Save the result' }).click();
  const insertedLines = page.locator('.cm-changedLine');
  await insertedLines.filter({ hasText: '# mine' }).waitFor();
  await insertedLines.filter({ hasText: '# theirs' }).waitFor();
  await insertedLines.filter({ hasText: '# the end' }).waitFor();
  await other.locator('.cm-changedLine').filter({ hasText: '# mine' }).waitFor();
  expect(problems).toEqual([]);
});

it('the editor shows a concurrent save when a save comes too late', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await row(page, 'Chart.yaml').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await typeAt(page, 'bottom', '# mine');
  await row(page, 'Chart.yaml').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await saveElsewhere(page, 'Chart.yaml', (content) => `# theirs\n${content}`);

  await page.keyboard.press('Control+s');
  await page.getByText('All changes fit together.').waitFor();
  await page.getByRole('button', { name: 'Edit the result' }).click();
  await expect.poll(() => textbox(page, 'Chart.yaml').innerText()).toMatch(/# theirs[^]*# mine/);
  await saveElsewhere(page, 'Chart.yaml', (content) => `# again\n${content}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save the result' }).click();
  for (const line of ['# again', '# theirs', '# mine']) {
    await page.locator('.cm-changedLine').filter({ hasText: line }).waitFor();
  }
  expect(problems.filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([]);
});

it('the editor keeps unsaved edits when another tab deletes the file', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const deleteInOtherTab = async (path: string) => {
    await row(other, path).focus();
    await other.keyboard.press('Delete');
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };

  await row(page, 'Chart.yaml').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await typeAt(page, 'top', '# kept\n');
  await deleteInOtherTab('Chart.yaml');
  await page.getByText('The deletion of this file is now pending').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(() => row(page, 'Chart.yaml').getAttribute('aria-description')).toMatch(/^modified, 1 added/);

  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('notes.md');
  await page.keyboard.press('Enter');
  await typeAt(page, 'top', 'kept too');
  await deleteInOtherTab('notes.md');
  await page.getByText('This file was deleted').waitFor();
  await expectAccessible(page);
  await row(page, 'Chart.yaml').click();
  await page.getByRole('dialog', { name: 'Discard your edits?' }).getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => row(other, 'notes.md').getAttribute('aria-description')).toMatch(/^new, 1 added/);
  expect(problems).toEqual([]);
});

it('the file tree creates, renames and deletes files and folders by keyboard, and each change can be rejected', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);

  await page.getByRole('button', { name: 'New file' }).click();
  const path = page.getByRole('textbox', { name: 'Path' });
  await path.fill('Chart.yaml/x');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Chart.yaml').waitFor();
  expect(await path.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await path.fill('docs/notes.md');
  await page.keyboard.press('Enter');
  await textbox(page, 'docs/notes.md').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await row(page, 'docs/notes.md').getAttribute('aria-description')).toMatch(/^new/);
  await page.getByRole('button', { name: 'New file' }).click();
  await path.fill('docs/more.md');
  await page.keyboard.press('Enter');
  await textbox(page, 'docs/more.md').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('More');
  expect(await textbox(page, 'docs/more.md').innerText()).toBe('More');
  await page.keyboard.press('Control+s');
  await textbox(page, 'docs/more.md').waitFor({ state: 'detached' });

  await row(page, 'templates').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New path' }).fill('templates/web');
  await page.keyboard.press('Enter');
  await row(page, 'templates/web').waitFor();
  expect(await row(page, 'templates').getAttribute('aria-description')).toMatch(/changed files inside$/);

  await row(page, 'values.yaml').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete values.yaml?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row(page, 'values.yaml').getAttribute('aria-description')).toMatch(/^deleted/);

  await row(page, 'values.yaml').click({ button: 'right' });
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Reject change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject change' }).click();
  await expect.poll(() => row(page, 'values.yaml').getAttribute('aria-description')).toBeNull();

  await row(page, 'templates').focus();
  await page.keyboard.press('ArrowLeft');
  await expectToFit(page, 'tree');
  await page.getByRole('button', { name: 'Actions for templates' }).click();
  await page.getByRole('menuitem', { name: /^Reject \d+ changes/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject changes' }).click();
  await page.getByText('2 files changed').waitFor();

  // Safari on telephones sends pointer events only: https://bugs.webkit.org/show_bug.cgi?id=213953
  await row(page, 'values.yaml').dispatchEvent('pointerdown', { bubbles: true, pointerType: 'touch' });
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([]);
});

/** Returns the bytes over the wire, headers included, that a page takes in a browser without a cache. */
async function bytesOf(url: string): Promise<number> {
  await using opened = await openSignedIn();
  const { page } = opened;
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return await page.evaluate<number>(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, { transferSize }) => sum + transferSize,
      0,
    )`,
  );
}

it('the start page takes at most 200 KB over the wire, and the page of a workspace 450 KB', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl } = opened;
  await openNewSample(page, homeUrl);
  expect(await bytesOf(homeUrl)).toBeLessThan(200_000);
  const bytes = await bytesOf(page.url());
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(450_000);
});
