import { noUsage, type Principal, userMessage } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { requireConversationRun } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { ask, openAskingWeb } from './open-asking-web.ts';
import { expectToFit } from './expect-to-fit.ts';

it('the runs page lists runs live, shows their traces, and retries one from a step', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, problems } = web;
  const list = await openTab('/runs');
  await list.getByText('No runs yet.').waitFor();
  const chat = await openTab(`/workspace/${workspace.id}`);
  await ask(chat, "Remove the release, it's old.");
  await chat.getByRole('link', { name: 'Runs 1 active' }).waitFor();

  const row = list.getByRole('list', { name: 'Runs' }).getByRole('link').first();
  await row.getByText('Waiting for approval').waitFor();
  await row.click();
  await list.getByRole('button', { name: 'Allow once' }).click();
  await list.getByRole('status').getByText('Completed').waitFor();
  expect(removed).toEqual(['web']);
  const step = list.getByRole('listitem', { name: 'Step 1' });
  await step.getByRole('group', { name: 'Call of removeRelease' }).click();
  await step.getByText('removed', { exact: true }).waitFor();
  await step.getByText('Allowed.').waitFor();
  await expectAccessible(list);
  await expectToFit(list, 'run', 'as it is');

  await list.getByRole('button', { name: 'Copy as curl' }).click();
  const curl = list.getByRole('region', { name: 'Command' });
  expect(await curl.innerText()).toContain(`"workspace_id":"${workspace.id}"`);
  expect(await curl.innerText()).toContain('Bearer <token>');
  await expectAccessible(list);
  await list.keyboard.press('Escape');

  const address = list.url();
  await list.getByRole('listitem', { name: 'Step 2' }).getByRole('button', { name: 'Retry from here' }).click();
  await expect.poll(() => list.url()).not.toBe(address);
  await list.getByText('Kept from the earlier run').waitFor();
  await list.getByRole('status').getByText('Completed').waitFor();
  expect(removed).toEqual(['web']);
  await list.getByRole('link', { name: 'an earlier run' }).click();
  await expect.poll(() => list.url()).toBe(address);

  await list.getByRole('link', { name: 'Runs', exact: true }).last().click();
  await expect.poll(() => list.getByRole('list', { name: 'Runs' }).getByRole('link').count()).toBe(2);
  await expectAccessible(list);
  await expectToFit(list, 'runs', 'as it is');
  await list.getByRole('combobox', { name: 'Show' }).selectOption('Failed');
  await list.getByText('No runs in this state.').waitFor();
  expect(problems).toEqual([]);
}, 240_000);

it('the trace page stops a waiting run and retries it', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, problems, unitOfWork, principal } = web;
  const chat = await openTab(`/workspace/${workspace.id}`);
  await ask(chat, 'Remove the release.');
  await chat.getByRole('button', { name: 'Allow once' }).waitFor();
  const [listed] = await unitOfWork.stores.runs.list(principal, { limit: 1 });
  const page = await openTab(`/runs/${listed?.run.id}`);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('status').getByText('Cancelled').waitFor();
  await chat.getByText('This answer was stopped.').waitFor();
  expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Retry from here' }).click();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await page.getByRole('status').getByText('Completed').waitFor();
  expect(removed).toEqual(['web']);
  expect(problems).toEqual([]);
}, 240_000);

it('the trace page resumes a stopped run after its last complete step, in a branch after a later question, and a long list of runs is laid out near the window only', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, problems, unitOfWork, principal } = web;
  const page = await openTab(`/runs/${await storeStoppedRun(unitOfWork, principal, workspace.id)}`);
  const address = page.url();
  await page.getByRole('button', { name: 'Resume after step 1' }).click();
  await page.getByText('Kept from the earlier run').waitFor();
  await page.getByText('That is how it stands.').waitFor();

  await storeLaterQuestion(unitOfWork, principal);
  await page.goto(address);
  await page.getByText('A retry starts a new conversation').waitFor();
  await page.getByRole('button', { name: 'Resume after step 1' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await page.getByText('Kept from the earlier run').waitFor();
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByText('Branch: retries an earlier run from step 2 on.').waitFor();
  await page.getByText('That is how it stands.').waitFor();
  await page.getByRole('link', { name: 'an earlier run' }).click();
  await expect.poll(() => page.url()).toBe(address);
  expect(removed).toEqual([]);

  await storeRuns(unitOfWork, principal, 120);
  await page.goto(new URL('/runs', address).href);
  const rows = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  for (let shown = 30; shown <= 120; shown += 30) {
    await expect.poll(() => rows.count()).toBe(shown);
    await page.getByRole('button', { name: 'Older runs' }).click();
  }
  await expect.poll(() => rows.count()).toBeGreaterThan(120);
  const isLaidOut = (row: { checkVisibility(options: object): boolean }) =>
    row.checkVisibility({ contentVisibilityAuto: true });
  const link = rows.getByRole('link');
  await page.evaluate('scrollTo(0, 0)');
  await expect.poll(() => link.last().evaluate(isLaidOut)).toBe(false);
  expect(await link.first().evaluate(isLaidOut)).toBe(true);
  await link.last().focus();
  await expect.poll(() => link.last().evaluate(isLaidOut)).toBe(true);
  expect(problems).toEqual([]);
}, 240_000);

/** Adds ended runs to the conversation of the newest run. */
async function storeRuns(unitOfWork: UnitOfWork, principal: Principal, count: number): Promise<void> {
  const [latest] = await unitOfWork.stores.runs.list(principal, { limit: 1 });
  if (!latest) throw new Error('Nothing was asked.');
  const { conversationId, workspaceId, model } = requireConversationRun(latest.run);
  await unitOfWork.transaction(async ({ runs }) => {
    for (let added = 0; added < count; added += 1) {
      const { id: runId } = await runs.create(principal, { id: newId(), conversationId, workspaceId, model });
      await runs.end({ runId }, { ...end, status: 'completed', stopReason: 'final' });
    }
  });
}

/** Creates a run that was stopped after its first complete step, and returns its id. */
async function storeStoppedRun(unitOfWork: UnitOfWork, principal: Principal, workspaceId: string): Promise<string> {
  const [conversationId, runId, owner] = [newId(), newId(), newId()];
  const call = { id: 'call_1', name: 'removeRelease', input: { name: 'web', namespace: 'shop' } };
  const part = { type: 'tool_result', id: call.id, name: call.name, output: '{}', isError: false } as const;
  await unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId, contextType: 'chart' });
    const model = 'scripted:model';
    await runs.create(principal, { id: runId, conversationId, workspaceId, model, lease: { owner, seconds: 60 } });
    const message = userMessage('Remove the release.');
    await conversations.appendMessages(principal, conversationId, [{ id: newId(), runId, message }]);
    const step = { turn: 0, model, finish: 'tool_calls', usage: noUsage, costUsd: 0, durationMs: 10 } as const;
    const messages = [{ role: 'assistant', content: [{ type: 'tool_call', ...call }] }] as const;
    await runs.saveStep({ runId, owner }, { ...step, messages });
    await runs.saveStepAnswers({ runId, owner }, { turn: 0, message: { role: 'tool', content: [part] } });
    await runs.end({ runId, owner }, { ...end, status: 'cancelled', stopReason: 'aborted' });
  });
  return runId;
}

/** Adds an answered question to the conversation of the newest run. */
async function storeLaterQuestion(unitOfWork: UnitOfWork, principal: Principal): Promise<void> {
  const [latest] = await unitOfWork.stores.runs.list(principal, { limit: 1 });
  if (!latest) throw new Error('Nothing was asked.');
  const { conversationId, workspaceId, model } = requireConversationRun(latest.run);
  await unitOfWork.transaction(async ({ conversations, runs }) => {
    const { id: runId } = await runs.create(principal, { id: newId(), conversationId, workspaceId, model });
    const message = userMessage('Is all well?');
    await conversations.appendMessages(principal, conversationId, [{ id: newId(), runId, message }]);
    await runs.end({ runId }, { ...end, status: 'completed', stopReason: 'final' });
  });
}

it('the web app marks unread answers, and notifies while the page is hidden if the user turned that on', async () => {
  await using web = await openAskingWeb();
  const { workspace, openTab, problems, context } = web;
  await context.addInitScript(notificationsOfABrowser);
  const other = await openTab('/runs');
  await other.getByText('No runs yet.').waitFor();
  expect(await other.evaluate('[Notification.asked, Notification.shown]')).toEqual([0, []]);
  const setting = other.getByRole('switch', { name: 'Notify me' });
  await setting.click();
  await expect.poll(() => setting.getAttribute('aria-checked')).toBe('true');
  expect(await other.evaluate('Notification.asked')).toBe(1);
  await other.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true })`);

  const chat = await openTab(`/workspace/${workspace.id}`);
  await ask(chat, 'Remove the release.');
  const shown = () => other.evaluate('Notification.shown');
  await expect.poll(shown).toEqual(['Waiting for approval']);
  await chat.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(shown).toEqual(['Waiting for approval', 'Completed']);
  expect(await chat.evaluate('Notification.shown')).toEqual([]);
  await chat.getByRole('link', { name: 'Runs', exact: true }).waitFor();

  await chat.goto(new URL('/', chat.url()).href);
  await web.unitOfWork.transaction(async ({ conversations, runs }) => {
    const [latest] = await runs.list(web.principal, { limit: 1 });
    if (!latest) throw new Error('Nothing was answered.');
    const { conversationId, workspaceId, model } = requireConversationRun(latest.run);
    await conversations.setTitle(web.principal, conversationId, 'Remove the release');
    const { id } = await runs.create(web.principal, { id: newId(), conversationId, workspaceId, model });
    await runs.end({ runId: id }, { ...end, status: 'completed', stopReason: 'final' });
  });
  await chat.reload();
  await chat.getByRole('link', { name: 'Runs 1 unread' }).waitFor();
  await chat.goto(new URL(`/workspace/${workspace.id}`, chat.url()).href);
  await chat.getByRole('link', { name: 'Runs', exact: true }).waitFor();
  expect(problems).toEqual([]);
}, 240_000);

const end = { usage: noUsage, errorCode: null, errorMessage: null } as const;

/** A fake `Notification`, because headless browsers deny them: it grants the permission and records each notification. */
const notificationsOfABrowser = `window.Notification = class extends EventTarget {
  static permission = 'default';
  static asked = 0;
  static shown = [];
  static async requestPermission() {
    this.asked += 1;
    this.permission = 'granted';
    return this.permission;
  }
  constructor(title, { body }) {
    super();
    Notification.shown.push(body);
  }
};`;
