import { expect, it } from 'vitest';
import { ask, openAskingWeb } from './open-asking-web.ts';

it('the message box keeps a message and says why it is not sent while an answer is not complete', async () => {
  await using web = await openAskingWeb();
  const page = await web.openTab(`/workspace/${web.workspace.id}`);
  await ask(page, 'Remove web.');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  const reason = page.getByText('The current answer is not complete.');
  expect(await reason.count()).toBe(0);
  await ask(page, 'And then api.');
  await reason.waitFor();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  expect(await box.inputValue()).toBe('And then api.');

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await expect.poll(() => reason.count()).toBe(0);
  await box.press('Enter');
  await expect
    .poll(() => page.getByRole('article', { name: 'You' }).allInnerTexts())
    .toEqual(['Remove web.', 'And then api.']);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  expect(await reason.count()).toBe(0);
});
