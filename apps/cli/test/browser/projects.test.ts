import { ScriptedModel } from '@shipmate/core/testing';
import { createTestColleague, createTestRun } from '@shipmate/domain/testing';
import { newId } from '@shipmate/domain';
import type { User } from '@shipmate/domain/user';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { type OpenWeb, openWeb } from './open-web.ts';

it('the project page shows messages of people and agents in channels, and changes its members', async () => {
  const web = await openProjects();
  const { unitOfWork, principal } = web;
  await createTestColleague(unitOfWork, { organization: { id: principal.organizationId } });
  const page = await web.openTab('/repositories');
  await page.getByRole('link', { name: 'Projects' }).click();
  await page.getByText('No projects yet.').waitFor();

  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New project' }).click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Description' }).fill('Sells things.\nDay and night.');
    await form.getByRole('button', { name: 'Create project' }).click();
    return form;
  };
  await create('Shop');
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  await page.getByText('No messages yet.').waitFor();

  // A message that cannot be sent stays in the box.
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('First line\n<b>Second</b> line');
  await page.route('**/messages', (route) => route.abort());
  await box.press('Control+Enter');
  await page.getByText('Shipmate cannot be reached.').waitFor();
  expect(await box.inputValue()).toBe('First line\n<b>Second</b> line');
  await page.unroute('**/messages');
  await page.getByRole('button', { name: 'Send message' }).click();
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await messages.filter({ hasText: '<b>Second</b> line' }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');

  const [project] = await unitOfWork.stores.projects.list(principal);
  const [general] = await unitOfWork.stores.projects.listChannels(principal, project?.id ?? '');
  const channelId = general?.id ?? '';
  const runId = await createTestRun(unitOfWork, principal);
  for (let number = 1; number <= 60; number += 1) {
    const sentBy = { runId, toolCallId: `call_${number}` };
    const message = { id: newId(), channelId, content: `Deployed release ${number}.`, sentBy };
    await unitOfWork.stores.projects.appendMessage(principal, message);
  }
  await messages
    .filter({ hasText: 'Deployed release 60.' })
    .getByRole('link', { name: 'Agent, for Test user' })
    .waitFor();
  expect(await messages.first().textContent()).toContain('Deployed release 60.');
  expect(await messages.count()).toBe(50);
  await page.getByRole('button', { name: 'Older messages' }).click();
  await messages.filter({ hasText: 'First line' }).waitFor();
  expect(await messages.count()).toBe(61);
  await page.evaluate('scrollTo(0, 0)');
  await expectReadable(page, 'project');

  await page.getByRole('button', { name: 'New channel' }).click();
  const channelForm = page.getByRole('dialog', { name: 'New channel' });
  await channelForm.getByRole('textbox', { name: 'Name' }).fill('general');
  await channelForm.getByRole('button', { name: 'Create channel' }).click();
  await channelForm.getByRole('alert').waitFor();
  await channelForm.getByRole('textbox', { name: 'Name' }).fill('releases');
  await channelForm.getByRole('button', { name: 'Create channel' }).click();
  await page.getByText('No messages yet.').waitFor();
  expect(page.url()).toContain('?channel=');
  const channels = page.getByRole('navigation', { name: 'Channels' });
  expect(await channels.locator('[aria-current=page]').allTextContents()).toEqual(['releases']);
  await page.goBack();
  await messages.first().waitFor();
  expect(await channels.locator('[aria-current=page]').allTextContents()).toEqual(['general']);

  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Add member' }).click();
  const adding = page.getByRole('dialog', { name: 'Add member' });
  const colleagues = await unitOfWork.stores.users.listMembers(principal.organizationId);
  const namesOf = (people: readonly User[]) => people.map(({ name, email }) => `${name} (${email})`);
  const others = colleagues.filter(({ id }) => id !== principal.userId);
  expect(await adding.getByRole('option').allTextContents()).toEqual(namesOf(others));
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add member' }).click();
  await expect.poll(() => members.count()).toBe(2);
  for (const label of namesOf(colleagues)) await members.getByRole('button', { name: `Remove ${label}` }).waitFor();
  await expectReadable(page, 'project-members');
  await members.last().getByRole('button', { name: 'Remove Test user' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect.poll(() => members.count()).toBe(1);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Members');
  await members.getByRole('button', { name: 'Remove Test user' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await page.getByText('A project keeps at least one member.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Keep' }).click();

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('region', { name: 'Projects' }).getByText('Sells things.').waitFor();
  await expectReadable(page, 'projects');
  const taken = await create('Shop');
  await taken.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
  await page.getByText('No projects yet.').waitFor();
  // The browser logs each refused request as an error.
  expect(web.problems.filter((problem) => !/409|ERR_FAILED/.test(problem))).toEqual([]);
});

it('the page of an unknown project says so, and links to the projects', async () => {
  const web = await openProjects();
  const page = await web.openTab(`/projects/${newId()}`);
  await page.getByRole('heading', { name: 'Project not found' }).waitFor();
  await page.getByText('It may have been deleted, or you are not a member of it.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await expectReadable(page, 'project-unknown');
  await page.getByRole('link', { name: 'Go to the projects' }).click();
  await page.getByText('No projects yet.').waitFor();
  expect(web.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

async function openProjects(): Promise<OpenWeb> {
  const model = new ScriptedModel([]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const web = await openWeb(({ unitOfWork }) => ({
    models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
    tools: openTestTools(createToolStorage(unitOfWork)).registry,
  }));
  onTestFinished(() => web[Symbol.asyncDispose]());
  return web;
}

/** Expects that the page is accessible in both color schemes, and fits wide and narrow windows. */
async function expectReadable(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectToFit(page, name, 'as it is');
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  if (wide) await page.setViewportSize(wide);
}
