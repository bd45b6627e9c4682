import { noUsage } from '@shipmate/core';
import { demoScript } from '@shipmate/agents/demo';
import { newId } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { addSilence, matchEvents } from '@shipmate/domain/use-cases';
import { createDemoModel, createModelCatalog } from '@shipmate/providers';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { createTestRule, defineLowStockRule } from '@shipmate/domain/testing';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { expectToFit } from './expect-to-fit.ts';

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
  await expectToFit(page, 'rule-preview', 'as it is');
  await created.getByRole('button', { name: 'Create rule' }).click();
  await created.getByText('Accepted').waitFor();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Alert the owners when stock is below 5');
  await box.press('Enter');

  const changed = page.getByRole('region', { name: 'Change of the rule “Low stock alert”' });
  await changed.getByText('Changed: 1 action. Changed: description.').waitFor();
  await changed.getByRole('button', { name: 'Change this…' }).click();
  expect(await box.inputValue()).toBe('Change the preview: ');
  await changed.getByRole('group', { name: /^Check stock/ }).press('Enter');
  await changed.getByRole('button', { name: 'Change this…' }).click();
  expect(await box.inputValue()).toBe('Change “Check stock” of the preview: ');
  await changed.getByRole('button', { name: 'Replay events' }).click();
  await changed.getByText('This preview: Would have run 0 times', { exact: false }).waitFor();
  await expectToFit(page, 'rule-change', 'as it is');
  await changed.getByRole('button', { name: 'Apply change' }).click();
  await changed.getByRole('link', { name: 'Open the rule' }).click();

  await page.getByText('Revision 2. Runs with the rights of', { exact: false }).waitFor();
  await page
    .getByRole('list', { name: 'Actions' })
    .getByRole('button', { name: /^Check stock/ })
    .click();
  await page.getByText('"value": 5').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'rule', 'as it is');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Stocktaking');
  await page.getByRole('button', { name: 'Silence rule' }).click();
  await page.getByRole('button', { name: 'End silence “Stocktaking”' }).click();
  await expect.poll(() => page.getByText('Stocktaking').count()).toBe(0);
  await page.getByText('Test with sample data').click();
  await page.getByRole('textbox', { name: 'quantity', exact: true }).fill('3');
  await page.getByRole('button', { name: 'Test rule' }).click();
  await page.getByText('The rule would start.').waitFor();
  await page.getByRole('list', { name: 'Actions of the test' }).getByText('Would run').first().waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'rule-sample-test', 'as it is');
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
  await expectToFit(page, 'alerts', 'as it is');
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
  await expectToFit(page, 'tables', 'as it is');
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

  // Both values are saved before either answer arrives.
  const held = Promise.withResolvers<void>();
  await page.route('**/rows/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Edit quantity: 3' }).click();
  await quantity.fill('7');
  await quantity.press('Enter');
  await page.getByRole('button', { name: 'Edit reorder_point: 6' }).click();
  await page.getByRole('textbox', { name: 'reorder_point' }).fill('8');
  await page.getByRole('textbox', { name: 'reorder_point' }).press('Enter');
  held.resolve();
  await page.getByRole('button', { name: 'Edit quantity: 7' }).waitFor();
  await page.getByRole('button', { name: 'Edit reorder_point: 8' }).waitFor();
  await page.getByRole('combobox', { name: 'Table' }).selectOption('core.roles');
  await page.getByText('The rows are read-only.', { exact: false }).waitFor();
  expect(web.problems).toEqual([
    'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    'Failed to load resource: the server responded with a status of 409 (Conflict)',
  ]);
});

it('an execution is drawn live on the graph of its rule, and is reached from the list of runs', async () => {
  await using web = await openWeb(({ unitOfWork, defer }) => {
    const tools = openTestTools(createToolStorage(unitOfWork));
    defer(() => tools.close());
    return { models: createModelCatalog({ environment: {}, demoScript }), tools: tools.registry };
  });
  const { principal, unitOfWork } = web;
  const { stores } = unitOfWork;
  const { ruleId, rowKey, executionId } = await createTestRule(unitOfWork, principal);
  const page = await web.openTab(`${web.url}/runs`);
  const row = page.getByRole('list', { name: 'Runs' }).getByRole('link');
  await row.getByText('Rule execution').waitFor();
  expect(await row.innerText()).toContain('Low stock alert');
  await row.click();
  await page.getByRole('status').getByText('Queued').waitFor();
  await page.getByRole('group', { name: 'Check stock, evaluate condition, Queued' }).waitFor();

  const writer = { runId: executionId, owner: newId() };
  await stores.runs.claim(executionId, { owner: writer.owner, seconds: 600 });
  const { actions } = await stores.ruleExecutions.getDefinition(principal, executionId);
  const end = async (index: number, port: string, error: string | null = null) => {
    const { id: actionId = '', name = '', type: actionType = '' } = actions[index] ?? {};
    const status = error === null ? ('completed' as const) : ('failed' as const);
    const step = { actionId, actionName: name, actionType, status, attempt: 1, port, error };
    await stores.ruleExecutions.saveStep(writer, { ...step, input: { said: name }, output: { result: port } });
    await stores.runs.appendEvents(writer, [{ type: 'rule_step', actionId, name, status, port, error }]);
  };
  await end(0, 'true');
  const check = page.getByRole('group', { name: 'Check stock, evaluate condition, Completed' });
  await check.waitFor();
  await check.press('Enter');
  const panel = page.getByRole('list', { name: 'Actions' }).getByRole('listitem').first();
  await panel.getByText('Output taken').waitFor();
  await panel.getByText('Check stock', { exact: true }).nth(1).waitFor();
  await end(1, 'failure', 'No role "owner".');
  await page.getByRole('group', { name: 'Send alert, create alert, Failed' }).waitFor();
  const outcome = { status: 'failed', stopReason: 'aborted', usage: noUsage } as const;
  const error = { code: 'INTERNAL_ERROR', message: 'Action "Send alert" failed: No role "owner".' } as const;
  await unitOfWork.transaction(async ({ runs }) => {
    await runs.appendEvents(writer, [{ type: 'run_ended', ...outcome, error }]);
    await runs.end(writer, { ...outcome, errorCode: error.code, errorMessage: error.message });
  });
  await page.getByRole('status').getByText('Failed').waitFor();
  await page.getByRole('alert').getByText('No role "owner".').waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await expectToFit(page, 'rule-execution', 'as it is');
  await page.getByRole('textbox', { name: 'Name of the test' }).fill('Out of bolts');
  await page.getByRole('button', { name: 'Save as test' }).click();
  await page.getByText('Saved “Out of bolts”.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Retry execution' }).click();
  await page.getByRole('link', { name: 'an earlier execution' }).waitFor();
  await page.getByRole('status').getByText('Queued').waitFor();
  await page.getByRole('link', { name: 'Low stock alert' }).first().click();
  await page.getByRole('list', { name: 'Executions' }).getByText('Failed', { exact: true }).waitFor();

  const saved = page.getByRole('listitem', { name: 'Out of bolts' });
  await saved.getByText('1 event; expects 1 execution with 2 actions').waitFor();
  await page.getByRole('button', { name: 'Run tests' }).click();
  // The quantity of the event is 20, so that the second action does not run.
  await page.getByText('0 of 1 tests passed.').waitFor();
  await saved.getByText('Send alert', { exact: false }).waitFor();
  const silence = { match: {}, reason: 'Stocktaking', until: new Date(Date.now() + 3_600_000) };
  await unitOfWork.transaction((within) => addSilence(within, principal, { id: newId(), ruleId, ...silence }));
  await stores.entityRows.update(principal, 'inventory.inventory_items', { key: rowKey, values: { quantity: 2 } });
  await matchEvents(unitOfWork, 100);
  await page.reload();
  const suppressed = page.getByRole('list', { name: 'Suppressed events' }).getByRole('listitem');
  await suppressed.getByText(/^Silenced until .*Stocktaking/).waitFor();
  await page.getByRole('button', { name: 'Run tests' }).click();
  await saved.getByText('Failed', { exact: true }).waitFor();
  await expectAccessible(page);
  await saved.scrollIntoViewIfNeeded();
  await expectToFit(page, 'rule-tests', 'as it is');
  await page.getByRole('button', { name: 'Delete test “Out of bolts”' }).click();
  await page.getByText('No saved tests.', { exact: false }).waitFor();

  const definition = { ...defineLowStockRule({ name: 'Recount' }), trigger: 'manual' as const };
  await stores.rules.create(principal, { id: newId(), definition });
  await page.getByRole('link', { name: 'Rules', exact: true }).first().click();
  const dead = page.getByRole('region', { name: 'Dead events' });
  await dead.getByText('8 rule executions led to this event', { exact: false }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'dead-events', 'as it is');
  await dead.getByRole('button', { name: /^Retry event of row/ }).click();
  await dead.waitFor({ state: 'detached' });
  const waiting = page.getByRole('region', { name: 'Previews waiting for approval' });
  await waiting.getByRole('button', { name: 'Replay events' }).press('Enter');
  await waiting.getByText('This preview: Would have run 2 times', { exact: false }).waitFor();
  await waiting.getByRole('button', { name: 'Reject' }).press('Enter');
  await waiting.waitFor({ state: 'detached' });
  await page.getByText('Find uses in rules').click();
  await page.getByRole('combobox', { name: 'Table' }).selectOption('inventory.inventory_items');
  await page.getByRole('combobox', { name: 'Field' }).selectOption('quantity');
  const uses = page.getByRole('list', { name: 'Uses' });
  await page.getByText('4 uses in 2 rules.').waitFor();
  await uses.getByText('Action “Check stock”').first().waitFor();
  await expectAccessible(page);
  await uses.scrollIntoViewIfNeeded();
  await expectToFit(page, 'rule-uses', 'as it is');
  await uses.getByRole('link', { name: 'Recount' }).first().click();

  await page.getByText('Values', { exact: true }).click();
  const values = page.getByRole('group', { name: 'Values' });
  await values.getByRole('textbox', { name: 'quantity', exact: true }).fill('many');
  await page.getByRole('button', { name: 'Start rule' }).click();
  await page.getByRole('alert').getByText('quantity', { exact: false }).waitFor();
  await values.getByRole('textbox', { name: 'quantity', exact: true }).fill('7');
  await page.getByRole('combobox', { name: 'Row of inventory.inventory_items' }).fill(rowKey);
  await expectAccessible(page);
  await expectToFit(page, 'rule-start', 'as it is');
  await page.getByRole('button', { name: 'Start rule' }).press('Enter');
  await page.getByRole('heading', { name: /^Execution of/ }).waitFor();
  await page.getByRole('definition').getByText(rowKey, { exact: false }).waitFor();
  await page.getByText('Row values at the start').click();
  await page.getByText('7', { exact: true }).waitFor();
  expect(web.problems).toEqual(['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
});
