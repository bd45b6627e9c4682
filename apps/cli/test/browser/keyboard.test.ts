import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';

it('the web app works by keyboard alone and on a narrow screen', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);

  const curl = await makeToken(page);
  const [, url = ''] = /curl (\S+)/.exec(curl) ?? [];
  const [, authorization = ''] = /Authorization: (Bearer \S+)'/.exec(curl) ?? [];
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: /-d '(.+)'/.exec(curl)?.[1] ?? '',
  });
  expect(await answer.json()).toMatchObject({ success: true, data: { version: expect.any(String) } });

  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('add redis as a dependency and set 3 replicas');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Conversations' }).waitFor();
  await message.fill('Later: a draft');
  await page.getByText('Review the pending changes').waitFor();
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('Later: a draft');

  await press(page, page.getByRole('button', { name: 'Next change' }));
  await press(page, page.getByRole('button', { name: 'Next change (N), 1 below' }));
  await page.getByRole('button', { name: 'Previous change (P), 1 above' }).waitFor();
  await page.getByRole('button', { name: 'Next change (N)', exact: true }).waitFor();

  await press(page, page.getByRole('button', { name: 'Accept file' }));
  await page.getByText('Revision 1').waitFor();
  await page.getByText('1 file changed').waitFor();
  await press(page, page.getByRole('button', { name: 'Reject file' }));
  await page.getByText('No pending changes').waitFor();
  await expectFocused(page.getByRole('heading', { name: /\.yaml$/ }));

  await page.setViewportSize({ width: 400, height: 860 });
  await press(
    page,
    page
      .getByRole('group', { name: /textEditor.*values\.yaml/ })
      .last()
      .locator('summary'),
  );
  await press(page, page.getByRole('button', { name: 'Open file' }));
  await expectFocused(page.getByRole('heading', { name: 'values.yaml' }));
  await expectAccessible(page);

  await press(page, page.getByRole('button', { name: 'Pages' }));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Schedules' }).waitFor();
  await expectAccessible(page);
  await press(page, pages.getByRole('link', { name: 'Schedules' }));
  await expectFocused(page.getByRole('heading', { name: 'Schedules' }));
  expect(problems).toEqual([]);
}, 240_000);

/** Creates a token and returns the curl command that the page shows for it. */
async function makeToken(page: Page): Promise<string> {
  await press(page, page.getByRole('link', { name: 'API tokens' }));
  await expectFocused(page.getByRole('heading', { name: 'API tokens' }));
  await page.getByLabel('Name').fill('laptop');
  await page.keyboard.press('Enter');
  const command = await page.getByRole('region', { name: 'Command' }).innerText();
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Done' }));
  await page.getByRole('listitem').filter({ hasText: 'laptop' }).waitFor();
  await press(page, page.getByRole('link', { name: 'Home' }));
  await expectFocused(page.getByRole('heading', { name: 'Home' }));
  return command;
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

async function expectFocused(target: Locator): Promise<void> {
  await expect.poll(() => target.and(target.page().locator(':focus')).count()).toBe(1);
}
