import { demoScript } from '@shipmate/agents/demo';
import { newId } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createDemoModel, createModelCatalog } from '@shipmate/providers';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { pictures } from './pictures.ts';

it('a person builds a rule by chat, changes it, restores it, handles its alert, and changes a row', async () => {
  const demo = createDemoModel({ script: demoScript, pacing: 0 });
  await using web = await openWeb(({ unitOfWork, defer }) => {
    const tools = openTestTools(createToolStorage(unitOfWork));
    defer(() => tools.close());
    const models = { ...createModelCatalog({ environment: {}, demoScript }), get: () => demo };
    return { models, tools: tools.registry };
  });
  const page = await web.openTab(`${web.url}/rules`);
  await page.getByText('No rules yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Alert the owners when stock is below 10' }).click();

  const created = page.getByRole('region', { name: 'New rule “Low stock alert”' });
  await created.getByText('Waiting for approval').waitFor();
  await created.getByRole('group', { name: 'Check stock, evaluate condition' }).waitFor();
  await expectAccessible(page);
  await pictures(page, 'rule-preview', 'as it is');
  await created.getByRole('button', { name: 'Create rule' }).click();
  await created.getByText('Accepted').waitFor();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Alert the owners when stock is below 5');
  await box.press('Enter');

  const changed = page.getByRole('region', { name: 'Change of the rule “Low stock alert”' });
  await changed.getByText('Changed: 1 action. Changed: description.').waitFor();
  await changed.getByRole('button', { name: 'Change this…' }).click();
  expect(await box.inputValue()).toBe('Change the preview: ');
  await pictures(page, 'rule-change', 'as it is');
  await changed.getByRole('button', { name: 'Apply change' }).click();
  await changed.getByRole('link', { name: 'Open the rule' }).click();

  await page.getByText('Revision 2. Runs with the rights of', { exact: false }).waitFor();
  await page
    .getByRole('list', { name: 'Actions' })
    .getByRole('button', { name: /^Check stock/ })
    .click();
  await page.getByText('"value": 5').waitFor();
  await expectAccessible(page);
  await pictures(page, 'rule', 'as it is');
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByText('Revision 3. Runs with', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Disable rule' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();

  const [rule] = await web.unitOfWork.stores.rules.list(web.principal);
  await web.unitOfWork.stores.alerts.create(web.principal, {
    id: newId(),
    alertType: 'low_stock',
    severity: 'high',
    title: 'Low stock in Berlin',
    message: 'Only 3 pieces are left.',
    context: {},
    actionUrl: null,
    source: { entity: null, entityId: null, ruleId: rule?.id ?? '', ruleName: rule?.name ?? '', executionId: null },
    recipients: { users: [], roles: ['owner'] },
    resolvePrior: false,
  });
  await page.getByRole('link', { name: 'Alerts' }).click();
  const alert = page.getByRole('listitem', { name: 'Low stock in Berlin' });
  await alert.getByRole('link', { name: 'Low stock alert' }).waitFor();
  await expectAccessible(page);
  await pictures(page, 'alerts', 'as it is');
  await alert.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('No active alerts.', { exact: false }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Resolved');
  await alert.getByText('Resolved').waitFor();

  const { entityRows } = web.unitOfWork.stores;
  const { id: productId = null } = await entityRows.create(web.principal, 'inventory.products', {
    values: { sku: 'BOLT', name: 'Bolt' },
  });
  const item = await entityRows.create(web.principal, 'inventory.inventory_items', {
    values: { product_id: productId, quantity: 20 },
  });
  await page.getByRole('link', { name: 'Tables' }).click();
  const quantity = page.getByRole('textbox', { name: 'quantity', exact: true });
  await page.getByRole('button', { name: 'Edit quantity: 20' }).press('Enter');
  await quantity.fill('many');
  await quantity.press('Enter');
  await page.getByText('quantity: must be of type integer').waitFor();
  await quantity.press('Escape');
  await page.getByRole('button', { name: 'Edit quantity: 20' }).press('Enter');
  await quantity.fill('4');
  await pictures(page, 'tables', 'as it is');
  await quantity.press('Enter');
  await page.getByText('Saved “quantity”.', { exact: false }).waitFor();
  await page.locator(':focus').getByText('4').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit quantity: 4' }).press('Enter');
  await entityRows.update(web.principal, 'inventory.inventory_items', {
    key: item['id'] as string,
    values: { quantity: 3 },
  });
  // Saving another field refetches the row under the open text field.
  await page.getByRole('button', { name: 'Edit reorder_point: 0' }).press('Enter');
  await page.getByRole('textbox', { name: 'reorder_point' }).fill('6');
  await page.getByRole('textbox', { name: 'reorder_point' }).press('Enter');
  await page.getByRole('button', { name: 'Edit reorder_point: 6' }).waitFor();
  await quantity.fill('5');
  await quantity.press('Enter');
  await page.getByText('The row has changed since you read it: "quantity".', { exact: false }).waitFor();
  await quantity.press('Escape');
  await page.getByRole('button', { name: 'Edit quantity: 3' }).waitFor();
  await page.getByRole('combobox', { name: 'Table' }).selectOption('core.roles');
  await page.getByText('The rows are read-only.', { exact: false }).waitFor();
  expect(web.problems).toEqual([
    'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    'Failed to load resource: the server responded with a status of 409 (Conflict)',
  ]);
});
