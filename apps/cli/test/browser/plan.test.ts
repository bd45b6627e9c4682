import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

it('the chat answers a broad request with a plan and applies it on Proceed', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await page.goto(homeUrl);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('make this chart production ready');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workspace\//);

  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Waiting for approval').waitFor();
  expect(await plan.getByRole('listitem').count()).toBe(4);
  await plan.getByRole('button', { name: 'Proceed' }).and(page.locator(':enabled')).waitFor();
  expect(await page.getByRole('list', { name: 'Suggestions' }).count()).toBe(0);
  await expectAccessible(page);
  await expectToFit(page, 'plan-proposed');

  await plan.getByRole('button', { name: 'Change this…' }).click();
  expect(await message.inputValue()).toMatch(/^Change the plan “Make the chart fit/);
  expect(await message.evaluate((element) => element.matches(':focus'))).toBe(true);
  await message.fill('');

  await plan.getByRole('button', { name: 'Proceed' }).click();
  await page
    .getByRole('region', { name: 'Progress' })
    .getByText(/Applying, \d of 4 done/)
    .waitFor();
  await page
    .getByRole('region', { name: 'Progress' })
    .getByText(/, done/)
    .first()
    .waitFor({ state: 'attached' });
  await plan.getByText('Applied', { exact: true }).waitFor();
  expect(await plan.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Accept all' }).waitFor();
  await expectToFit(page, 'plan-applied');

  await page.reload();
  await plan.getByText('Applied', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

it('the plan is applied once when two tabs proceed at once, and both tabs follow it', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl } = opened;
  await page.goto(homeUrl);
  await page.getByRole('textbox', { name: 'Message' }).fill('make this chart production ready');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workspace\//);
  const proceed = (tab: Page) => tab.getByRole('button', { name: 'Proceed' }).and(tab.locator(':enabled'));
  await proceed(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await proceed(other).waitFor();
  const refusals: string[] = [];
  for (const tab of [page, other]) {
    tab.on('response', (response) => response.status() === 409 && refusals.push(response.url()));
  }

  await Promise.all([proceed(page).click(), proceed(other).click()]);
  for (const tab of [page, other]) {
    await tab.getByRole('region', { name: 'Plan' }).getByText('Applied', { exact: true }).waitFor();
    await tab.getByRole('log').getByText('Review the pending changes').waitFor();
    const questions = tab.getByRole('log').getByRole('article', { name: 'You' });
    expect(await questions.allInnerTexts()).toEqual(['make this chart production ready', 'Proceed with the plan.']);
  }
  expect(refusals).toHaveLength(1);
  const alerts = await Promise.all([page, other].map((tab) => tab.getByRole('alert').allInnerTexts()));
  expect(alerts.flat()).toEqual([expect.stringMatching(/^This (?:plan|conversation) (?:is being|has been) /)]);
});

it('the chat keeps a plan ignored, and tells an operator which files the persona may not change', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await page.goto(homeUrl);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('make this chart production ready');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workspace\//);
  const plan = page.getByRole('region', { name: 'Plan' });
  // The plan moves while the answer streams, and no message can be sent meanwhile.
  await page.getByText('The answer is complete.').waitFor({ state: 'attached' });
  await plan.getByRole('button', { name: 'Ignore' }).click();
  await plan.getByText('Ignored', { exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Persona' }).click();
  await page.getByRole('option', { name: /Operator/ }).click();
  await expectToFit(page, 'persona-operator');
  await message.fill('add a PodDisruptionBudget');
  await page.keyboard.press('Enter');
  await page
    .getByRole('log')
    .getByText(/That did not work:.*works for an operator/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Accept all' }).isVisible()).toBe(false);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
