import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';

const items = 'inventory.inventory_items';

/** Asks for the approval of the person, then tells them; the second action fails until its value is corrected. */
const restock = {
  name: 'Restock',
  is_active: true,
  entity: 'core.tasks',
  trigger_type: 'on_update',
  trigger_conditions: { field_conditions: [{ field_name: 'status', operator: 'changed_to', value: 'done' }] },
  actions: [
    {
      name: 'Ask',
      action_type: 'seek_approval',
      action_config: {
        approvers: ['{{$me}}'],
        approval_type: 'any',
        approval_message: 'Close “{{title}}”?',
        display_fields: ['title', 'priority'],
      },
    },
    {
      name: 'Raise',
      action_type: 'transition_status',
      action_config: {
        target_entity: 'sales.orders',
        status_field: 'status',
        to_status: 'packed',
        valid_from_statuses: ['open'],
        target_id: '{{id}}',
      },
      after: 'Ask:approved',
    },
  ],
};

/** Saves rules with the session of the page, as the command `rules apply` does. */
async function apply(page: Page, rules: readonly object[]): Promise<void> {
  const answer = await page.request.post(new URL('/api/rules/apply', page.url()).href, {
    data: { rules },
    headers: { origin: new URL(page.url()).origin },
  });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.any(String)]);
}

async function open(page: Page, section: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${section}`) })
    .click();
}

/** Edits a value in the table of the browser that lists rows. */
async function edit(page: Page, { table, from, to }: { table: string; from: string; to: string }): Promise<void> {
  await open(page, 'Tables');
  await page.getByRole('combobox', { name: 'Table' }).selectOption(table);
  await page.getByRole('button', { name: `Edit ${from}` }).press('Enter');
  const [field = ''] = from.split(':');
  const box = page.getByRole('textbox', { name: field, exact: true });
  await box.fill(to);
  await box.press('Enter');
  await page.getByText(`Saved “${field}”.`, { exact: false }).waitFor();
}

it('a person builds a rule by chat whose alert arrives, approves another rule in the inbox, and retries it', async () => {
  await using opened = await openShipmate();
  const { page, signInUrl, problems } = opened;
  await page.goto(signInUrl);
  await open(page, 'Rules');
  await page.getByRole('button', { name: 'Alert the owners when stock is below 10' }).click();
  const created = page.getByRole('region', { name: 'New rule “Low stock alert”' });
  await created.getByRole('button', { name: 'Replay events' }).click();
  await created.getByText('This preview: Would have run 0 times').waitFor();
  // What is still written moves the card, so that a click may miss the button.
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await created.getByRole('button', { name: 'Create rule' }).press('Enter');
  await created.getByText('Accepted').waitFor();
  await edit(page, { table: items, from: 'quantity: 12', to: '4' });
  await open(page, 'Alerts');
  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').first();
  await alert.getByRole('link', { name: 'Low stock alert' }).waitFor();
  await alert.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('No active alerts.', { exact: false }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Acknowledged');
  await alert.getByText('Acknowledged', { exact: false }).first().waitFor();

  await apply(page, [restock]);
  await edit(page, { table: 'core.tasks', from: 'status: open', to: 'done' });
  await open(page, 'Inbox');
  const item = page.getByRole('article', { name: 'Approve "Ask" of rule "Restock"' });
  await item.getByText('Close “Count the ball bearings (sample)”?').waitFor();
  await item.getByText('priority: low').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'inbox-rule-approval', 'as it is');
  await item.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('group', { name: 'Ask, seek approval, Waiting for approval' }).press('Enter');
  await page.getByText('This step waits for your decision.').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'rule-execution-approval', 'as it is');
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await item.getByRole('button', { name: 'Approve' }).click();
  await item.waitFor({ state: 'detached' });
  await page.getByText('Nothing waits for you.', { exact: false }).waitFor();

  await open(page, 'Rules');
  await page.getByRole('link', { name: 'Restock' }).click();
  const execution = page.getByRole('list', { name: 'Executions' }).getByRole('link').first();
  await execution.getByText('Action "Raise" failed: Row not found.').waitFor();
  await execution.click();
  await page.getByRole('alert').getByText('Row not found.', { exact: false }).waitFor();
  const [ask, raise] = restock.actions;
  const target = { ...raise?.action_config, target_entity: 'core.tasks', valid_from_statuses: ['done'] };
  await apply(page, [{ ...restock, actions: [ask, { ...raise, action_config: target }] }]);
  await page.getByRole('combobox', { name: 'From' }).selectOption('Raise');
  await page.getByRole('combobox', { name: 'Under' }).selectOption('The current revision');
  await page.getByRole('button', { name: 'Retry execution' }).click();
  await page.getByRole('link', { name: 'an earlier execution' }).waitFor();
  await page.getByRole('status').getByText('Completed').waitFor();
  await page.getByRole('group', { name: 'Raise, transition status, Completed' }).waitFor();

  await page.getByRole('link', { name: 'Restock' }).first().click();
  await page.getByRole('button', { name: 'Duplicate rule' }).click();
  await page.getByRole('heading', { name: 'Restock copy' }).waitFor();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Enable rule' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('list', { name: 'Rules' }).getByRole('link', { name: 'Restock' }).waitFor();
  const rules = page.getByRole('list', { name: 'Rules' });
  expect(await rules.getByRole('link', { name: 'Restock copy' }).count()).toBe(0);
  // The sample rule, and the two of this test.
  expect(await rules.getByRole('link').count()).toBe(3);
  expect(problems).toEqual([]);
});
