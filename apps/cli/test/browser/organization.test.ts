import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openSample } from './open-sample.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';

it('the organization page shows and limits spending, and lists the audit log', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await openSample(page, signInUrl);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Set replicaCount to 3.');
  await box.press('Enter');
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Revision 1').waitFor();

  await page.goto(new URL('/', signInUrl).href);
  await page.getByRole('link', { name: 'Organization' }).click();
  const spent = page.getByRole('list', { name: 'Current usage' });
  await spent.getByRole('heading', { name: 'You, this month' }).waitFor();
  await page
    .getByRole('region', { name: /^Usage in .* by user$/ })
    .getByText('$0.00')
    .waitFor();
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('model');
  const byModel = page.getByRole('region', { name: /^Usage in .* by model$/ });
  await byModel.getByRole('cell', { name: 'demo:shipmate-demo', exact: true }).waitFor();

  const tools = page.getByRole('region', { name: /^Tool calls in \d{4}-\d\d, most tokens first$/ });
  await tools.getByRole('cell', { name: 'textEditor', exact: true }).waitFor();
  const months = page.getByRole('region', { name: 'Tool usage' }).getByRole('combobox');
  const [current, previous] = await months.getByRole('option').allTextContents();
  await months.selectOption(previous ?? '');
  await page.getByText('No tool calls in this month. Calls that agents make appear here.').waitFor();
  await months.selectOption(current ?? '');

  const audit = page.getByRole('region', { name: 'Audit entries' }).getByRole('table');
  await audit.getByRole('cell', { name: 'Accepted changes' }).waitFor();
  await audit
    .getByRole('cell', { name: /^browser, 127\.0\.0\.1$/ })
    .first()
    .waitFor();

  const tokens = page.getByRole('group', { name: 'Each user' }).getByRole('textbox', { name: 'Tokens a month' });
  await tokens.fill('plenty');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('Enter a whole number above 0.').waitFor();
  expect(await tokens.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await expectAccessible(page);
  await tokens.fill('1,000');
  await page
    .getByRole('group', { name: 'All users together' })
    .getByRole('textbox', { name: 'Tokens a month' })
    .fill('1000000');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText(/^Saved\./).waitFor();
  const bar = spent.getByRole('meter', { name: 'Tokens, You, this month' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('100');
  await audit.getByRole('cell', { name: 'Changed spend limits' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'organization', 'as it is');

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Changed spend limits');
  await audit.getByRole('row').nth(1).waitFor();
  await expect.poll(() => audit.getByRole('row').count()).toBe(2);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const table = await readFile(await (await downloading).path(), 'utf8');
  expect(table.trimEnd().split('\r\n')).toHaveLength(2);

  await page.goBack();
  await page.getByRole('link', { name: /^Sample shop/ }).click();
  await page.getByText('Revision 1').waitFor();
  await box.fill('And now to 4.');
  await box.press('Enter');
  await page.getByText('You have used up the limit of 1,000 tokens a month.', { exact: false }).first().waitFor();
  await expectToFit(page, 'spend-limit-reached', 'as it is');
  // The browser logs each refused request as an error.
  expect(problems.filter((problem) => !problem.includes('429'))).toEqual([]);
});

it('the organization page shows storage by workspace, and an owner deletes a workspace', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await openSample(page, signInUrl);
  await page.goto(new URL('/organization', signInUrl).href);
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByText('under 0.1 MB of 1,000 MB used').waitFor();
  expect(await storage.getByRole('meter', { name: 'Storage' }).getAttribute('aria-valuetext')).toBe('0% of the limit');
  await storage.getByText('1 of 1,000 workspaces').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'storage', 'as it is');

  const largest = page.getByRole('region', { name: 'Largest workspaces' }).getByRole('table');
  await largest.getByRole('button', { name: 'Delete Sample shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete workspace' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'detached' });
  await largest.getByRole('button', { name: 'Delete Sample shop' }).click();
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await storage.getByText('No workspaces yet.').waitFor();
  await storage.getByText('0 of 1,000 workspaces').waitFor();
  const audit = page.getByRole('region', { name: 'Audit entries' }).getByRole('table');
  await audit.getByRole('cell', { name: 'Deleted a workspace' }).waitFor();
  const webhook = page.getByRole('region', { name: 'Inbox webhook' });
  await webhook.getByRole('textbox', { name: 'URL' }).fill('https://bot.example.test/inbox');
  await webhook.getByRole('button', { name: 'Save webhook' }).click();
  await webhook.getByText('Add the host to WEBHOOK_ALLOWED_HOSTS.', { exact: false }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'inbox-webhook', 'as it is');
  // The browser logs the refused request as an error.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});
