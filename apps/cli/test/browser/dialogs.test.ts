import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSample } from './open-sample.ts';
import { openShipmate } from './open-shipmate.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const row = (page: Page) => page.getByRole('treeitem', { name: 'values.yaml', exact: true });
const focused = (target: Locator) => target.and(target.page().locator(':focus'));

/** Clicks an item of the open menu. */
const choose = (page: Page, name: RegExp) => page.getByRole('menuitem', { name }).click();

/** How to open each dialog, and the selector of its first focus: the first field, or the dialog if it has none. */
const dialogs: Readonly<Record<string, { readonly open: (page: Page) => Promise<void>; readonly first: string }>> = {
  settings: { open: (page) => button(page, 'Workspace settings').click(), first: '[role="dialog"]' },
  conversations: { open: (page) => button(page, 'Conversations').click(), first: 'input' },
  'a new file': { open: (page) => button(page, 'New file').click(), first: 'input' },
  'another name, by key': { open: (page) => row(page).press('F2'), first: 'input' },
  'another name, by the menu of the tree': {
    open: async (page) => {
      await button(page, /^Actions for/).click();
      await choose(page, /Rename/);
    },
    first: 'input',
  },
  'another name, by the menu of the row': {
    open: async (page) => {
      await row(page).click({ button: 'right' });
      await choose(page, /Rename/);
    },
    first: 'input',
  },
  'a push': {
    open: async (page) => {
      await button(page, 'Export').click();
      await choose(page, /Push/);
    },
    first: 'input',
  },
};

it('a dialog focuses its first field when it opens, and the previous element when it closes', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await openSample(page, signInUrl);
  const dialog = page.getByRole('dialog');
  for (const [name, { open, first }] of Object.entries(dialogs)) {
    await open(page);
    await dialog.waitFor();
    const isAtFirst = () => focused(page.locator(first)).count();
    await expect.poll(async () => [name, await isAtFirst()]).toEqual([name, 1]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const isBack = () => page.locator('button:focus, [role="treeitem"]:focus').count();
    await expect.poll(async () => [name, await isBack()]).toEqual([name, 1]);
  }
  expect(problems).toEqual([]);
});
