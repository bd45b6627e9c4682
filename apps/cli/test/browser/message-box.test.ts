import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { ask, openAskingWeb } from './open-asking-web.ts';

const questions = (page: Page) => page.getByRole('article', { name: 'You' }).allInnerTexts();
const queueOf = (page: Page) => page.getByRole('region', { name: 'Queued messages' });
const queued = (page: Page) => queueOf(page).getByRole('listitem').allInnerTexts();

it('Enter queues messages while an answer is written, keeps them across a reload, and sends them when answers are complete', async () => {
  await using web = await openAskingWeb();
  const page = await web.openTab(`/workspace/${web.workspace.id}`);
  await ask(page, 'Remove web.');
  await page.getByRole('button', { name: 'Allow once' }).waitFor();
  for (const message of ['List the files.', 'And then api.', 'Explain it.']) await ask(page, message);
  await expect.poll(() => queued(page)).toEqual(['List the files.', 'And then api.', 'Explain it.']);
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  expect(await box.inputValue()).toBe('');
  await queueOf(page)
    .getByRole('status')
    .getByText('3 messages queued. The next one is sent when the answer is complete.')
    .waitFor();
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await expect.poll(() => queued(page)).toHaveLength(3);
  await queueOf(page).getByRole('button', { name: 'Remove queued message 1' }).press('Enter');
  await expect.poll(() => queued(page)).toEqual(['And then api.', 'Explain it.']);
  await box.and(page.locator(':focus')).waitFor();
  await queueOf(page).getByRole('button', { name: 'Edit queued message 2' }).press('Enter');
  expect(await box.inputValue()).toBe('Explain it.');
  await box.fill('');
  expect(await questions(page)).toEqual(['Remove web.']);

  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => questions(page)).toEqual(['Remove web.', 'And then api.']);
  await expect.poll(() => queued(page)).toEqual([]);
  expect(web.problems).toEqual([]);
});

it('a queued message is not sent after a stopped answer until the person sends it', async () => {
  await using web = await openAskingWeb();
  const page = await web.openTab(`/workspace/${web.workspace.id}`);
  await ask(page, 'Remove web.');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('And then api.');
  await page.getByRole('button', { name: 'Queue', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await queueOf(page).getByRole('status').getByText('1 message queued. Not sent yet.').waitFor();
  expect(await questions(page)).toEqual(['Remove web.']);
  await queueOf(page).getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => questions(page)).toEqual(['Remove web.', 'And then api.']);
  expect(await queued(page)).toEqual([]);
  expect(web.problems).toEqual([]);
});
