import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { type ClusterWeb, openClusterWeb } from './open-cluster-web.ts';
import { expectToFit } from './expect-to-fit.ts';

let web: ClusterWeb;

beforeAll(async () => {
  web = await openClusterWeb();
});

afterAll(() => web[Symbol.asyncDispose]());

it('from Home, within three clicks, a person finds why checkout crashes, how a chart changed, what waits and the cost', async () => {
  const { unitOfWork, principal } = web;
  const page = await web.openTab('/');
  const tour = page.getByRole('region', { name: 'Tour' });
  await tour.getByRole('heading', { name: '1 of 3: Open the sample chart' }).waitFor();
  await expectAccessible(page);
  await tour.getByRole('button', { name: 'Skip tour' }).click();
  await expect.poll(() => tour.count()).toBe(0);
  const { id } = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate('sample', 'Shop'));
  const chart = new URL(`/api/workspaces/${id}`, page.url()).href;
  await page.request.post(`${chart}/files`, { data: { path: 'NOTES.md', content: 'Shop' } });
  await page.request.post(`${chart}/changes/accept`, { data: { revisionNumber: 0 } });
  await page.reload();
  const goHome = () => page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Cluster', exact: true }).click();
  await page.getByText('Container "checkout" starts and ends again and again').first().waitFor();
  await goHome();
  await page.getByRole('region', { name: 'Recent workspaces' }).getByRole('link', { name: /^Shop/ }).click();
  await page.getByRole('link', { name: 'Revision 1', exact: true }).click();
  await page.getByRole('heading', { name: 'Revisions', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Changes in the last 7 days' }).click();
  await page.getByText('NOTES.md').first().waitFor();
  await page.getByRole('link', { name: 'Shipmate, start page' }).click();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await goHome();
  await page.getByRole('link', { name: 'Organization' }).click();
  const usage = page.getByRole('region', { name: 'Usage', exact: true });
  const months = usage.getByRole('combobox', { name: 'Month' });
  await months.waitFor();
  const lastMonth = (await months.getByRole('option').allTextContents())[1] ?? '';
  await months.selectOption(lastMonth);
  await usage.getByText(`Total in ${lastMonth}: $0.00, 0 tokens`).waitFor();
  expect(web.problems).toEqual([]);
});

it.each([
  ['points at', (button: Locator) => button.hover()],
  ['focuses', (button: Locator) => button.focus().then(() => button.press('Shift'))],
])('the first button that a person %s shows its tooltip, whose code is loaded then', async (_verb, reach) => {
  const page = await web.openTab('/');
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.waitFor();
  const hasTooltips = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/tooltips-')));
  expect(await hasTooltips()).toBe(false);
  await reach(button);
  await page.locator('[popover]:popover-open', { hasText: 'Keyboard shortcuts' }).waitFor();
  expect(await hasTooltips()).toBe(true);
  expect(web.problems).toEqual([]);
});

it('a touch of a button loads no tooltips, which would stay after it', async () => {
  const page = await web.openTab('/');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true });
  await page.evaluate(async () => (await fetch('/favicon.svg')).text());
  expect(requested.some((url) => url.endsWith('/favicon.svg'))).toBe(true);
  expect(requested.filter((url) => url.includes('/tooltips-'))).toEqual([]);
});

it('Home guesses the kind of work from the words, shows it, and lets the person change it', async () => {
  const page = await web.openTab('/');
  const kinds = page.getByRole('group', { name: 'Kind of work' });
  const box = page.getByRole('textbox', { name: 'Message' });
  for (const [text, kind] of [
    ['Fix the crash of checkout', 'Fix'],
    ['Add an Ingress to the chart', 'Chart'],
    ['Why does checkout crash?', 'Cluster question'],
  ] as const) {
    await box.fill(text);
    await kinds.getByRole('radio', { name: kind, exact: true, checked: true }).waitFor();
  }
  await kinds.getByText('Guessed from your words.').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectToFit(page, 'home', 'as it is');
  await box.press('Enter');
  await page.waitForURL(/\/cluster\/conversations\//);
  await page.getByRole('log').getByText('Why does checkout crash?').waitFor();

  await page.getByRole('link', { name: 'Home' }).click();
  await page
    .getByRole('region', { name: /^(Running|Last runs)$/ })
    .first()
    .waitFor();
  await page.getByText('Cluster question', { exact: true }).click();
  await page.getByRole('button', { name: 'What is not healthy?' }).click();
  await page.getByText('Fix', { exact: true }).click();
  await kinds.getByRole('radio', { name: 'Fix', checked: true }).waitFor();
  await box.press('Enter');
  await page.waitForURL(/\/cluster\/remediations\//);
  expect(web.problems).toEqual([]);
});

it('the chat beside a page opens by keyboard, receives the page, continues after a reload and is a drawer in a narrow window', async () => {
  const page = await web.openTab('/cluster');
  await page.getByRole('heading', { name: 'Cluster', level: 1 }).waitFor();
  await page.keyboard.press('Control+j');
  const chat = page.getByRole('complementary', { name: 'Chat' });
  const box = chat.getByRole('textbox', { name: 'Message' });
  await expect.poll(() => box.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await box.fill('Why does checkout crash?');
  await box.press('Enter');
  const log = chat.getByRole('log', { name: 'Conversation' });
  const answer = log.getByText(/workload is unhealthy|workloads are unhealthy/);
  await answer.waitFor();
  await expect.poll(() => log.getAttribute('aria-busy')).toBe('false');
  await expectToFit(page, 'side-chat', 'as it is');

  await page.getByRole('link', { name: /^Runs/ }).click();
  await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  await answer.waitFor();
  const [newest] = await web.unitOfWork.stores.runs.list(web.principal, { limit: 1 });
  const conversationId = newest?.run.conversationId ?? '';
  const context = await web.unitOfWork.stores.clientConversations.findContext(web.principal, conversationId);
  expect(context).toMatchObject({ page: '/cluster', title: 'Cluster' });
  await page.reload();
  await answer.waitFor();

  await page.setViewportSize({ width: 400, height: 860 });
  await expect.poll(() => chat.count()).toBe(0);
  const opener = page.getByRole('button', { name: 'Chat about this page' });
  await opener.click();
  await answer.waitFor();
  await expectAccessible(page);
  await box.press('Escape');
  await expect.poll(() => chat.count()).toBe(0);
  expect(await opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await opener.click();
  await answer.waitFor();
  await chat.getByRole('button', { name: 'New conversation' }).click();
  await expect.poll(() => answer.count()).toBe(0);
  await chat.getByRole('button', { name: 'Close chat' }).click();
  expect(web.problems).toEqual([]);
});

it('the conversation list searches all kinds, renames and archives; the palette finds what a person works on', async () => {
  const page = await web.openTab('/conversations?q=crash');
  const list = page.getByRole('list', { name: 'Conversations' });
  await list
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click();
  await list.getByRole('textbox', { name: 'Title' }).fill('Checkout crash');
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: /^Checkout crash/ }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectToFit(page, 'conversations', 'as it is');

  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  const actions = page.getByRole('listbox', { name: 'Actions' });
  await box.fill('checkout');
  await actions.getByRole('option', { name: 'Deployment shop/checkout' }).waitFor();
  await expectAccessible(page);
  await actions.getByRole('option', { name: 'Checkout crash' }).first().click();
  await page.waitForURL(/\/(cluster\/conversations|runs)\//);

  await page.getByRole('link', { name: 'Conversations', exact: true }).click();
  await page.getByRole('button', { name: 'Archive Checkout crash' }).click();
  await expect.poll(() => list.getByRole('link', { name: /^Checkout crash/ }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived');
  await page.getByRole('button', { name: 'Restore Checkout crash' }).click();
  await page.getByText('No archived conversations.').waitFor();
  expect(web.problems).toEqual([]);
});
