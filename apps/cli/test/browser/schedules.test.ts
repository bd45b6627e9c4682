import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';

it('the schedules page creates, runs, pauses, edits and deletes a schedule', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  await page.getByRole('link', { name: 'Schedules' }).click();
  await page.getByText('No schedules yet.').waitFor();

  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Morning check');
  await form.getByRole('textbox', { name: 'Question' }).fill('What can you do?');
  await form.getByRole('combobox', { name: 'How often' }).selectOption('Once a week');
  await form.getByRole('combobox', { name: 'On' }).selectOption('Friday');
  await form.getByLabel('At', { exact: true }).fill('07:15');
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Atlantis');
  await expectAccessible(page);
  await expectToFit(page, 'schedule-form', 'as it is');
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await form.getByText('timeZone: is no time zone.', { exact: false }).waitFor();
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
  await form.getByRole('button', { name: 'Create schedule' }).click();

  const row = page.getByRole('listitem', { name: 'Morning check' });
  await row.getByText(/^Fridays at 07:15 \(Europe\/Berlin\) · next /).waitFor();
  await row.getByText('No runs yet.').waitFor();
  await row.getByRole('button', { name: 'Run now' }).click();
  await row.getByText('Completed').waitFor();
  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('(Europe/Berlin) · paused', { exact: false }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'schedules', 'as it is');

  await row.getByRole('button', { name: 'Edit Morning check' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit schedule' });
  expect(await editing.getByRole('combobox', { name: 'On' }).inputValue()).toBe('5');
  await editing.getByRole('textbox', { name: 'Name' }).fill('Evening check');
  await editing.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('listitem', { name: 'Evening check' });
  await renamed.getByRole('link', { name: /^Last run/ }).click();
  await page.getByText('What can you do?').waitFor();
  await page.getByText('Schedule', { exact: true }).waitFor();

  await page.goBack();
  await renamed.getByRole('button', { name: 'Delete Evening check' }).click();
  await page.getByRole('button', { name: 'Delete schedule' }).click();
  await page.getByText('No schedules yet.').waitFor();
  // The browser logs each refused request as an error.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});
