import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openNewSample } from './open-sample.ts';
import { expectToFit } from './expect-to-fit.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

it('the chat edits and repeats a question, and searches, renames, exports and deletes conversations', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  const log = page.getByRole('log');
  await ask(page, 'set 3 replicas');
  await log.getByText(/tokens in, .* out · no cost/).waitFor();

  await log.getByRole('article', { name: 'You' }).hover();
  await log.getByRole('button', { name: 'Edit message' }).click();
  await log.getByRole('textbox', { name: 'Edited message' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'edit', 'as it is');
  await page.keyboard.press('Escape');
  await expectFocused(log.getByRole('button', { name: 'Edit message' }));
  await page.keyboard.press('Enter');
  await log.getByRole('textbox', { name: 'Edited message' }).fill('set 5 replicas');
  await page.keyboard.press('Enter');
  await expectFocused(page.getByRole('textbox', { name: 'Message', exact: true }));
  await expect.poll(() => log.getByRole('article', { name: 'You' }).allInnerTexts()).toEqual(['set 5 replicas']);
  await answered(page);
  await page.reload();
  await expect.poll(() => log.getByRole('article', { name: 'You' }).allInnerTexts()).toEqual(['set 5 replicas']);

  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await suggestions.getByRole('button').first().waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'chat', 'as it is');

  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByText('What should change?').waitFor();
  await ask(page, 'explain this chart');
  await answered(page);

  await page.getByRole('button', { name: 'Conversations' }).click();
  const history = page.getByRole('dialog', { name: 'Conversations' });
  await expect.poll(() => history.getByRole('link').count()).toBe(2);
  await history.getByRole('searchbox').fill('5 replicas');
  await expect.poll(() => history.getByRole('link').count()).toBe(1);
  await expectAccessible(page);
  await expectToFit(page, 'history', 'as it is');
  await history.getByRole('button', { name: /^Rename/ }).click();
  await history.getByRole('textbox', { name: 'Title' }).fill('Five replicas');
  await page.keyboard.press('Enter');
  await history.getByRole('searchbox').fill('five');
  await history.getByRole('link', { name: 'Five replicas' }).click();
  await page.getByRole('heading', { name: 'Five replicas' }).waitFor();
  await page.waitForURL(/[?&]conversation=[0-9a-f-]{36}/);
  await page.reload();
  await log.getByText('set 5 replicas').waitFor();

  await page.getByRole('button', { name: 'Export and cost' }).click();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^five-replicas-.*\.md$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('## Question\n\nset 5 replicas');

  await page.getByRole('button', { name: 'Conversations' }).click();
  await history.getByRole('button', { name: 'Delete Five replicas' }).click();
  await history.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => history.getByRole('link').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByText('What should change?').waitFor();
  expect(problems).toEqual([]);
});

it('the command palette and the model menu work by keyboard alone', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  const scripts: Promise<readonly [url: string, bytes: number]>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    scripts.push(response.body().then((body) => [response.url(), gzipSync(body).length] as const));
  });
  await page.goto(homeUrl);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.waitForLoadState('networkidle');
  const entry = await Promise.all(scripts);
  expect(entry.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(230_000);

  await openNewSample(page, homeUrl);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const find = async (letters: string) => {
    await page.keyboard.press('Control+K');
    await palette.getByRole('combobox').fill(letters);
  };

  await find('depl');
  await expect.poll(() => palette.getByRole('option').first().innerText()).toContain('deployment.yaml');
  await expectAccessible(page);
  await expectToFit(page, 'palette', 'as it is');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /deployment\.yaml/ }).waitFor();
  await expect.poll(() => palette.count()).toBe(0);

  await find('serv');
  await expect.poll(() => palette.getByRole('option', { selected: true }).innerText()).toContain('service.yaml');
  expect(await palette.getByRole('option').first().innerText()).toContain('service.yaml');
  await page.keyboard.press('Escape');
  await expect.poll(() => palette.count()).toBe(0);

  await find('dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');

  await find('zzzz');
  await palette.getByText('No matches.').waitFor();
  await pressAtOnce(page, [{ key: 'Escape' }, { key: 'k', ctrlKey: true }]);
  await expectFocused(palette.getByRole('combobox'));
  await page.keyboard.press('Escape');
  await expect.poll(() => palette.count()).toBe(0);

  await find('new conv');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]conversation=/);

  await page.getByRole('button', { name: /^Model: Demo/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: /^Demo .*no cost$/, checked: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
  await page.keyboard.press('Enter');
}

/** Presses keys one after the other in one task of the page, faster than a user can. */
async function pressAtOnce(page: Page, keys: readonly { key: string; ctrlKey?: boolean }[]): Promise<void> {
  await page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    }
  })()`);
}

async function expectFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.and(target.page().locator(':focus')).count()).toBe(1);
}

async function answered(page: Page): Promise<void> {
  await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
}
