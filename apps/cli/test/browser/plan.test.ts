import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { pictures } from './pictures.ts';

it('a broad request is answered with a plan, which is applied when the person proceeds', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('make this chart production ready');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workspace\//);

  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Waits for you').waitFor();
  expect(await plan.getByRole('listitem').count()).toBe(4);
  await plan.getByRole('button', { name: 'Proceed' }).and(page.locator(':enabled')).waitFor();
  await expectAccessible(page);
  await pictures(page, 'plan-proposed');

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
  await plan.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await plan.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Accept all' }).waitFor();
  await pictures(page, 'plan-applied');

  await page.reload();
  await plan.getByText('Applied', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
}, 180_000);

it('a plan that is ignored stays so; an operator is told which files are not theirs', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('make this chart production ready');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workspace\//);
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByRole('button', { name: 'Ignore' }).click();
  await plan.getByText('Ignored', { exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Persona' }).click();
  await page.getByRole('option', { name: /Operator/ }).click();
  await pictures(page, 'persona-operator');
  await message.fill('add a PodDisruptionBudget');
  await page.keyboard.press('Enter');
  await page
    .getByRole('log')
    .getByText(/That did not work:.*works for an operator/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Accept all' }).isVisible()).toBe(false);
  await expectAccessible(page);
  expect(problems).toEqual([]);
}, 180_000);
