import { demoScript } from '@shipmate/agents/demo';
import { newId } from '@shipmate/domain';
import { defineLowStockRule } from '@shipmate/domain/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { expectToFit } from './expect-to-fit.ts';

it('a person edits a rule by forms, sees its problems, and accepts the preview with the difference', async () => {
  await using web = await openWeb(({ unitOfWork, defer }) => {
    const tools = openTestTools(createToolStorage(unitOfWork));
    defer(() => tools.close());
    return { models: createModelCatalog({ environment: {}, demoScript }), tools: tools.registry };
  });
  const { principal, unitOfWork } = web;
  const { rules } = unitOfWork.stores;
  const rule = await rules.create(principal, { id: newId(), definition: defineLowStockRule() });
  const page = await web.openTab(`${web.url}/rules/${rule.id}`);
  await page.getByRole('button', { name: 'Edit rule' }).click();
  await page.getByText('The rule is valid.').waitFor();
  const trigger = page.locator('.react-flow__node').filter({ hasText: 'Trigger' });
  await trigger.locator('.react-flow__handle.source').waitFor();
  expect(await trigger.locator('.react-flow__handle.target').count()).toBe(0);

  const conditions = page.getByRole('group', { name: 'Conditions, all of which have to hold' });
  await conditions.getByRole('button', { name: 'Add condition' }).click();
  await conditions.getByRole('combobox', { name: 'Field of condition 1' }).selectOption('warehouse');
  await conditions.getByLabel('Value of condition 1').fill('main');
  const actions = page.getByRole('list', { name: 'Actions' });
  await actions.getByRole('button', { name: /^Check stock/ }).press('Enter');
  await actions.getByRole('textbox', { name: 'Value of condition 1' }).fill('5');
  await actions.getByRole('button', { name: /^Send alert/ }).press('Enter');
  const title = actions.getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await page.getByRole('combobox', { name: 'Insert variable into Title' }).selectOption('quantity');
  expect(await title.inputValue()).toBe('{{quantity}}');
  await title.fill('Only {{quantitty}} left');
  await page.getByText('1 problem to correct.').waitFor();
  await actions.getByText('Nearest: quantity', { exact: false }).waitFor();
  expect(await title.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await expectToFit(page, 'rule-editor', 'as it is');
  await title.fill('Only {{quantity}} left');

  await page.getByRole('combobox', { name: 'New action' }).selectOption('delay');
  await page.getByRole('button', { name: 'Add action' }).click();
  await actions.getByRole('textbox', { name: 'Duration' }).fill('5m');
  await page.getByRole('group', { name: 'Delay, delay, Added' }).waitFor();
  await page.getByText('The rule is valid.').waitFor();
  await page.getByRole('textbox', { name: 'Description of the change' }).fill('Alert below 5, then wait');
  await page.getByRole('button', { name: 'Create preview' }).click();

  const preview = page.getByRole('region', { name: 'Change of the rule “Low stock alert”' });
  await preview.getByText('Added: 1 action. Changed: 2 actions.').waitFor();
  await preview.getByRole('insertion').getByText('Only if warehouse is “main”').waitFor();
  await preview.getByRole('button', { name: /^Send alert/ }).click();
  await preview.getByRole('deletion').getByText('Low stock', { exact: true }).waitFor();
  await preview.getByRole('insertion').getByText('Only {{quantity}} left', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'rule-change-of-conditions', 'as it is');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Apply change' }).click();
  await preview.getByRole('link', { name: 'Open the rule' }).click();
  await page.getByText('Revision 2.', { exact: false }).waitFor();
  await page.getByRole('list', { name: 'Starts' }).getByText('Only if warehouse is “main”').waitFor();
  const changed = await rules.get(principal, rule.id);
  expect(changed.actions.slice(0, 2).map(({ id }) => id)).toEqual(rule.actions.map(({ id }) => id));
  expect(changed.actions.map(({ config }) => config)).toEqual([
    { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 5 }] },
    { ...rule.actions[1]?.config, title: 'Only {{quantity}} left' },
    { duration: '5m' },
  ]);
  expect(changed.edges.at(-1)).toMatchObject({ source: rule.actions[1]?.id, output: 'success' });
  expect(web.problems).toEqual([]);
});
