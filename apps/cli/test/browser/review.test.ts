import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openNewSample, openSample } from './open-sample.ts';
import { openShipmate } from './open-shipmate.ts';
import { expectToFit } from './expect-to-fit.ts';
import { editElsewhere } from './review-edit.ts';
import { shareShipmate } from './share-shipmate.ts';

const openSignedIn = shareShipmate();

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** Shows the files pane, also in narrow windows. */
async function showFiles(page: Page): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1360, height: 860 };
  await page.setViewportSize({ width: 400, height: wide.height });
  await page.getByRole('tab', { name: /^Files/ }).click();
  await page.setViewportSize(wide);
}

/** Returns the vertical distance in pixels between a line on the old side and on the new side. */
async function distance(lines: Locator): Promise<number> {
  const tops = await lines.evaluateAll((found) => found.map((line) => line.getBoundingClientRect().top));
  const [first = NaN, second = NaN] = [tops[0], tops[tops.length / 2]];
  return Math.abs(first - second);
}

const focused = (target: Locator) => target.and(target.page().locator(':focus'));

it('the review accepts and rejects changes one by one, by keyboard', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  expect(await tab(page, 'Diff').isDisabled()).toBe(true);
  await editElsewhere(page, {
    'Chart.yaml': (content) => `${content}# The end.\n`,
    'values.yaml': (content) =>
      `# The top.\n${content.replace(/# Names of.*\n/, '').replace(/replicaCount: \d+/, 'replicaCount: 4')}# The end.\n`,
  });

  await showFiles(page);
  await page.getByRole('heading', { name: 'Chart.yaml' }).waitFor();
  await page.getByRole('button', { name: 'Accept change 1 of 1' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'values.yaml' }).waitFor();
  await page.getByRole('button', { name: 'Accept change 1 of 4' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'review-diff');
  await page.getByRole('button', { name: 'Show side by side' }).click();
  await page.getByRole('button', { name: 'Accept change 1 of 4' }).waitFor();
  await expectToFit(page, 'review-split');
  await expect.poll(() => distance(page.locator('.cm-line').filter({ hasText: /^serviceAccount:/ }))).toBeLessThan(1);
  await expect.poll(() => distance(page.locator('.cm-line').filter({ hasText: 'pullPolicy' }))).toBeLessThan(1);
  await page.getByRole('button', { name: 'Show as one column' }).click();

  await page.getByRole('button', { name: 'Reject change 1 of 4' }).press('Enter');
  await page.getByText('change 1 of 3').waitFor();
  await expect.poll(() => focused(page.locator('.cm-content')).count()).toBe(1);
  await page.keyboard.press('y');
  await page.getByText('Revision 1').first().waitFor();
  await page.getByText('change 1 of 2').waitFor();
  await page.keyboard.press('y');
  await page.getByText('Revision 2').first().waitFor();
  await page.getByText('change 1 of 1').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Chart.yaml' }).waitFor();
  await page.getByText('1 file changed').waitFor();

  await page.getByRole('treeitem', { name: 'values.yaml', exact: true }).click();
  await page.locator('.cm-line').filter({ hasText: 'replicaCount: 4' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Chart.yaml' }).waitFor();
  expect(await tab(page, 'Diff').getAttribute('aria-selected')).toBe('true');
  expect(problems).toEqual([]);
});

it('the Rendered tab shows the effect of pending changes on the manifests', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await editElsewhere(page, { 'values.yaml': (content) => content.replace(/replicaCount: \d+/, 'replicaCount: 4') });

  await showFiles(page);
  await tab(page, 'Diff').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(tab(page, 'Rendered')).count()).toBe(1);
  expect(await tab(page, 'Diff').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByText(/^1 of \d+ manifests changes$/).waitFor();
  await page.locator('.cm-changedLine, .cm-insertedLine').filter({ hasText: 'replicas: 4' }).first().waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'review-rendered');

  await page.reload();
  await page.getByText(/^1 of \d+ manifests changes$/).waitFor();
  await editElsewhere(page, { 'values.yaml': (content) => `${content}broken: [\n` });
  await showFiles(page);
  await page.getByText('With the pending changes the chart cannot be rendered.').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'review-unrendered');
  await page.getByRole('button', { name: /^values\.yaml/ }).click();
  await page.getByRole('heading', { name: 'values.yaml' }).waitFor();
  expect(await tab(page, 'Source').getAttribute('aria-selected')).toBe('true');
  expect(problems).toEqual([]);
});

it('the Checks tab shows findings, marks them at their lines, and passes them to the agent', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await editElsewhere(page, { 'values.yaml': (content) => `${content}neverUsed: true\n` });

  await showFiles(page);
  await tab(page, 'Checks').click();
  await page.getByText('The chart passes').waitFor();
  await page.getByText(/^Rendered without (?:network access|isolation)$/).waitFor();
  const place = page.getByRole('button', { name: /^values\.yaml:\d+$/ }).first();
  await place.waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'review-checks');
  const line = /\d+$/.exec(await place.innerText())?.[0] ?? '';
  await place.click();
  await expect.poll(() => focused(page.locator('.cm-content')).count()).toBe(1);
  await page.getByRole('note').filter({ hasText: 'neverUsed' }).waitFor();
  await page.locator('.cm-lineNumbers').getByText(line, { exact: true }).waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'review-source');

  await tab(page, 'Checks').click();
  await page.getByRole('button', { name: /Notes/ }).click();
  await expect.poll(() => place.count()).toBe(0);
  await page.getByRole('button', { name: /Notes/ }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'neverUsed' })
    .getByRole('button', { name: /Ask the agent/ })
    .click();
  const message = page.getByRole('textbox', { name: 'Message' });
  expect(await message.inputValue()).toContain('neverUsed');
  await expect.poll(() => focused(message).count()).toBe(1);

  await page.getByRole('button', { name: 'Reject file' }).click();
  await page.getByText('values.yaml has changed since these checks ran').waitFor();
  await page.getByText('has changed since').waitFor({ state: 'detached' });
  expect(await page.getByRole('listitem').filter({ hasText: 'neverUsed' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

it('checks run by themselves and again after each change, in every pane', async () => {
  await using opened = await openSignedIn();
  const { page, homeUrl, problems } = opened;
  await openNewSample(page, homeUrl);
  await editElsewhere(page, { 'values.yaml': (content) => `${content}neverUsed: true\nbroken: [\n` });
  const checks = page.getByRole('tab', { name: 'Checks' });
  await page.getByRole('note').filter({ hasText: 'Error' }).waitFor();
  expect(await checks.getAttribute('aria-description')).toBe('1 error');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => focused(page.locator('.cm-content[contenteditable="true"]')).count()).toBe(1);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(']');
  await page.keyboard.press('Control+s');
  await page.getByRole('note').filter({ hasText: 'neverUsed' }).waitFor();
  expect(await checks.getAttribute('aria-description')).toBeNull();
  await expectAccessible(page);

  await page.setViewportSize({ width: 400, height: 860 });
  await page.getByRole('tab', { name: /^Files/ }).click();
  const chartYaml = page.getByRole('treeitem', { name: 'Chart.yaml', exact: true });
  const toggle = page.getByRole('button', { name: 'All files' });
  expect(await chartYaml.isVisible()).toBe(false);
  await toggle.click();
  await chartYaml.click();
  await expect.poll(() => focused(page.getByRole('heading', { name: 'Chart.yaml' })).count()).toBe(1);
  expect([await toggle.getAttribute('aria-expanded'), await chartYaml.isVisible()]).toEqual(['false', false]);
  await expectAccessible(page);
  await toggle.click();
  await chartYaml.click();
  await expect.poll(() => focused(toggle).count()).toBe(1);
  expect(problems).toEqual([]);
});

it('the Rendered and Checks tabs explain how to install helm when there is none', async () => {
  await using opened = await openShipmate({ HELM_EXECUTABLE: '/nowhere/helm' });
  const { page, signInUrl } = opened;
  await openSample(page, signInUrl);
  for (const name of ['Rendered', 'Checks']) {
    await tab(page, name).click();
    await page.getByRole('note').filter({ hasText: 'Install helm 3 or 4' }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).isEnabled()).toBe(true);
  }
  await expectAccessible(page);
  await showFiles(page);
  await expectToFit(page, 'review-no-helm');
});
