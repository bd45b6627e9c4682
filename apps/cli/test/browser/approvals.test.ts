import { newId, type UnitOfWork } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { noUsage, type Principal, userMessage } from '@shipmate/core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { ask, harmlessQuestion, openAskingWeb } from './open-asking-web.ts';
import { expectToFit } from './expect-to-fit.ts';

it('the chat asks for approval of a destructive call; two tabs show the same state, and the reason reaches the agent', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, problems } = web;
  const path = `/workspace/${workspace.id}`;
  const first = await openTab(path);
  await ask(first, 'Remove the release.');
  const card = first.getByRole('region', { name: 'Approval of removeRelease' });
  await card.getByText('Cannot be undone').waitFor();
  await card.getByText('"namespace": "shop"').waitFor();
  await card.getByText(/^Expires in 2[34] hours$/).waitFor();
  expect(await card.getByRole('button').allInnerTexts()).toEqual(['Allow once', 'Deny', 'Deny with a reason…']);
  await first.getByText('Waiting for your decision…').waitFor({ state: 'attached' });
  await expectAccessible(first);
  await expectToFit(first, 'approval', 'as it is');
  expect(removed).toEqual([]);

  const second = await openTab(path);
  const same = second.getByRole('region', { name: 'Approval of removeRelease' });
  await same.getByRole('button', { name: 'Deny with a reason…' }).focus();
  await second.keyboard.press('Enter');
  await second.getByRole('textbox', { name: 'Why removeRelease is denied' }).waitFor();
  await second.keyboard.type('Not on a Friday.');
  await expectAccessible(second);
  await second.keyboard.press('Tab');
  await second.keyboard.press('Enter');
  for (const tab of [first, second]) {
    await tab.getByText('That is how it stands.').waitFor();
    expect(await tab.getByRole('region', { name: 'Approval of removeRelease' }).count()).toBe(0);
  }
  await first.getByRole('group', { name: 'removeRelease' }).click();
  await first.getByText('Not on a Friday.').first().waitFor();
  expect(removed).toEqual([]);

  await ask(first, 'Remove it after all.');
  await first.getByRole('button', { name: 'Allow once' }).dblclick();
  await expect.poll(() => first.getByText('That is how it stands.').count()).toBe(2);
  expect(removed).toEqual(['web']);
  expect(problems).toEqual([]);
});

it('the approval card names the file that a value comes from, in light and dark', async () => {
  const image = 'ghcr.io/example/shop-storefront';
  await using web = await openAskingWeb({ name: 'web', namespace: 'shop', image });
  const page = await web.openTab(`/workspace/${web.workspace.id}`);
  await ask(page, 'Remove the release.');
  const marks = page.getByRole('region', { name: 'Values from untrusted text' });
  await marks.getByText('you did not write them').waitFor();
  expect(await marks.getByRole('listitem').innerText()).toMatch(
    /^image ghcr\.io\/example\/shop-storefront From file \S*values\.yaml$/,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const [approval] = await web.unitOfWork.stores.approvals.listPending(web.principal);
  const response = await page.request.get(`/api/approvals/${approval?.id}`);
  expect(await response.json()).toMatchObject({
    origins: [{ value: image, field: 'image', from: expect.stringMatching(/^From file \S*values\.yaml$/) }],
  });
});

it('the chat puts a question back into the box when another tab has asked for approval meanwhile', async () => {
  await using web = await openAskingWeb();
  const { workspace, openTab } = web;
  const first = await openTab(`/workspace/${workspace.id}`);
  await ask(first, 'Remove the release.');
  await first.getByRole('button', { name: 'Allow once' }).click();
  await first.getByText('That is how it stands.').waitFor();
  await first.getByText('Waiting for your decision…').waitFor({ state: 'detached' });
  const second = await openTab(`/workspace/${workspace.id}`);
  await second.getByText('That is how it stands.').waitFor();

  await ask(first, 'Remove it once more.');
  await first.getByRole('button', { name: 'Allow once' }).waitFor();
  await ask(second, 'And what of the volumes?');
  await second.getByRole('alert').getByText('Your message was restored to the box.').waitFor();
  const box = second.getByRole('textbox', { name: 'Message', exact: true });
  expect(await box.inputValue()).toBe('And what of the volumes?');
  await second.getByRole('log').getByText('Remove it once more.').waitFor();
  expect(await second.getByRole('log').getByText('And what of the volumes?').count()).toBe(0);

  await second.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => second.getByText('That is how it stands.').count()).toBe(2);
  await box.press('Enter');
  await second.getByRole('button', { name: 'Allow once' }).waitFor();
  expect(await second.getByRole('alert').count()).toBe(0);
});

it('the approval card explains that a decision came too late', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, unitOfWork, principal, context } = web;
  const chat = await openTab(`/workspace/${workspace.id}`);
  await ask(chat, 'Remove the release.');
  await chat.getByRole('button', { name: 'Allow once' }).waitFor();
  const [approval] = await unitOfWork.stores.approvals.listPending(principal);
  const late = await openTab(`/runs/${approval?.runId}`);
  const card = late.getByRole('region', { name: 'Approval of removeRelease' });
  await card.getByRole('button', { name: 'Deny', exact: true }).waitFor();

  // From here on this tab receives no updates, as on a slow connection.
  await late.route(/\/api\/(?:runs|approvals)/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await chat.getByRole('button', { name: 'Allow once' }).click();
  await chat.getByText('That is how it stands.').waitFor();
  await card.getByRole('button', { name: 'Deny', exact: true }).click();
  await late.getByRole('alert').getByText('This is no longer pending').waitFor();
  expect(removed).toEqual(['web']);
  await context.close();
});

it('the interrupted call of a tool waits until a person states its outcome', async () => {
  await using web = await openAskingWeb();
  const { workspace, removed, openTab, problems, unitOfWork, principal } = web;
  const { conversationId, runId } = await interruptCall(unitOfWork, principal, workspace.id);
  const chat = await openTab(`/workspace/${workspace.id}?conversation=${conversationId}`);
  const trace = await openTab(`/runs/${runId}`);
  for (const page of [chat, trace]) {
    await page.getByRole('region', { name: 'Interrupted call of removeRelease' }).getByText('"shop"').waitFor();
    await expectAccessible(page);
  }
  await chat.getByText('Waiting for your decision…').waitFor({ state: 'attached' });
  await expectToFit(chat, 'unknown-outcome', 'as it is');
  await chat.getByRole('button', { name: 'It took effect' }).click();
  await chat.getByText('That is how it stands.').waitFor();
  await trace.getByRole('status').getByText('Completed').waitFor();
  expect(await trace.getByRole('region', { name: /^Interrupted call/ }).count()).toBe(0);
  expect(removed).toEqual([]);
  expect(problems).toEqual([]);
});

it('"Always in this workspace" lets a writing tool run without approval until the settings revoke it', async () => {
  await using web = await openAskingWeb();
  const { workspace, openTab, problems, unitOfWork, principal } = web;
  const page = await openTab(`/runs/${await askToEdit(unitOfWork, principal, workspace.id)}`);
  const card = page.getByRole('region', { name: 'Approval of scaleRelease' });
  expect(await card.getByRole('region', { name: 'Change' }).innerText()).toBe(
    '@@ values.yaml\n-replicaCount: 1\n+replicaCount: 3',
  );
  await expectAccessible(page);
  await expectToFit(page, 'approval-edit', 'as it is');
  await card.getByRole('button', { name: 'Always in this workspace' }).click();
  await expect.poll(() => card.count()).toBe(0);

  await page.goto(new URL(`/workspace/${workspace.id}`, page.url()).href);
  await page.getByRole('button', { name: 'Workspace settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workspace settings' });
  await settings.getByText('scaleRelease').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'grants', 'as it is');
  await settings.getByRole('button', { name: 'Revoke scaleRelease' }).click();
  await settings.getByText(/^None\./).waitFor();
  expect(await unitOfWork.stores.grants.list(principal, workspace.id)).toEqual([]);
  expect(problems).toEqual([]);
});

it('the inbox lists what waits for the person; the keyboard selects and decides, and the title counts', async () => {
  await using web = await openAskingWeb();
  const { workspace, openTab, removed, unitOfWork, principal, problems } = web;
  const { stores } = unitOfWork;
  const chat = await openTab(`/workspace/${workspace.id}`);
  await ask(chat, 'Remove the release.');
  await chat.getByRole('button', { name: 'Allow once' }).waitFor();
  await askToEdit(unitOfWork, principal, workspace.id);
  const operation = { tool: 'clusters', operation: 'create', description: 'Creates a cluster.', words: ['create'] };
  const work = proposeOperation({ ...operation, endOfFlags: true, parameters: [] }, { why: '', suggestions: {} });
  const [proposalId, intent] = [newId(), 'A cluster for the shop'];
  await stores.proposals.create(principal, { id: proposalId, intent, status: 'ready', work });

  const page = await openTab('/');
  await page.getByRole('link', { name: 'Inbox 3 waiting' }).click();
  const items = page.getByRole('list', { name: 'Waiting for you' }).getByRole('article');
  await expect.poll(() => items.count()).toBe(3);
  await expect.poll(() => page.title()).toBe('(3) Inbox · Shipmate');
  await page
    .getByRole('article', { name: `Run operation: ${intent}` })
    .getByText('clusters create')
    .waitFor();
  await page.getByRole('article', { name: 'Call removeRelease on web' }).getByText('high risk').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectToFit(page, 'inbox', 'as it is');

  const heading = page.getByRole('heading', { name: 'Inbox', level: 1 });
  await heading.focus();
  // A first press goes to an item without a decision: a new item may have arrived at the top just before.
  await page.keyboard.press('a');
  await items.first().and(page.locator(':focus')).waitFor();
  expect(await items.count()).toBe(3);
  for (const key of ['x', 'j', 'x', 'k']) await page.keyboard.press(key);
  const selected = page.getByRole('group', { name: 'Selected items' });
  await selected.getByText('2 items selected').waitFor();
  await stores.proposals.move(principal, proposalId, { from: ['ready'], to: 'ready', work });
  await selected.getByText('1 item selected').waitFor();
  await page.keyboard.press('x');
  await selected.getByText('2 items selected').waitFor();
  const sent = await holdDecisions(page);
  // A browser that takes the machine for offline, as without a network, still reaches a server on it.
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.keyboard.press('r');
  await expect.poll(() => items.count()).toBe(1);
  await expect.poll(() => sent.length).toBe(2);
  await page.keyboard.press('a');
  await expect.poll(() => sent.length).toBe(3);
  expect(removed).toEqual([]);
  const titles = await recordTitles(page);
  const listIsRead = page.waitForResponse((response) => response.url().includes('/api/inbox?'));
  for (const send of sent.slice(0, 2)) await send();
  await (await listIsRead).finished();
  expect((await stores.proposals.get(principal, proposalId)).status).toBe('withdrawn');
  expect(await stores.approvals.listPending(principal)).toHaveLength(1);
  await titles.settled();
  await sent[2]?.();
  await page.getByText('Nothing waits for you.').waitFor();
  await chat.getByText('That is how it stands.').waitFor();
  expect(removed).toEqual(['web']);
  await expect.poll(() => page.title()).toBe('Inbox · Shipmate');
  expect(await titles.all(), 'an item whose decision is being sent stays away').not.toContain('(1) Inbox · Shipmate');
  await expectAccessible(page);
  await expectToFit(page, 'inbox-empty', 'as it is');
  expect(problems).toEqual([]);
});

/** Holds the decisions that the page sends; each returned function sends one. */
async function holdDecisions(page: Page): Promise<readonly (() => Promise<void>)[]> {
  const sent: (() => Promise<void>)[] = [];
  await page.route('**/api/inbox/*/*/decision', (route) => {
    sent.push(() => route.continue());
  });
  return sent;
}

/** Records each title of the page from now on. `settled` waits until the page is painted twice. */
async function recordTitles(page: Page) {
  await page.evaluate(`
    globalThis.titles = [];
    new MutationObserver(() => titles.push(document.title)).observe(document.querySelector('title'), { childList: true });
  `);
  return {
    all: () => page.evaluate<string[]>('titles'),
    settled: () =>
      page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'),
  };
}

/** Creates a run that waits for approval of an edit and returns its id. */
async function askToEdit(unitOfWork: UnitOfWork, principal: Principal, workspaceId: string): Promise<string> {
  const [conversationId, runId, owner] = [newId(), newId(), newId()];
  const input = { command: 'str_replace', path: 'values.yaml', oldStr: 'replicaCount: 1', newStr: 'replicaCount: 3' };
  const call = {
    toolCallId: 'call_1',
    tool: 'scaleRelease',
    input,
    effect: 'write',
    isGrantable: true,
    signature: '',
  } as const;
  await unitOfWork.transaction(async ({ conversations, runs, approvals }) => {
    await conversations.create(principal, { id: conversationId, workspaceId, contextType: 'chart' });
    const model = 'scripted:model';
    await runs.create(principal, { id: runId, conversationId, workspaceId, model, lease: { owner, seconds: 60 } });
    const message = userMessage(harmlessQuestion);
    await conversations.appendMessages(principal, conversationId, [{ id: newId(), runId, message }]);
    await approvals.request(principal, { ...call, id: newId(), runId, expiresInSeconds: 600 });
    await runs.release({ runId, owner }, 'waiting');
  });
  return runId;
}

/** Creates a run whose process died during a tool call of unknown outcome; the run waits for a person. */
async function interruptCall(unitOfWork: UnitOfWork, principal: Principal, workspaceId: string) {
  const [conversationId, runId, toolCallId] = [newId(), newId(), 'call_1'];
  const call = { toolCallId, turn: 0, name: 'removeRelease', input: { name: 'web', namespace: 'shop' } };
  await unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId, contextType: 'chart' });
    const lease = { owner: newId(), seconds: 60 };
    const model = 'scripted:model';
    await runs.create(principal, { id: runId, conversationId, workspaceId, model, lease });
    await conversations.appendMessages(principal, conversationId, [
      { id: newId(), runId, message: userMessage('Remove the release.') },
    ]);
    const writer = { runId, owner: lease.owner };
    await runs.saveStep(writer, {
      turn: 0,
      model,
      finish: 'tool_calls',
      usage: noUsage,
      costUsd: 0,
      messages: [
        { role: 'assistant', content: [{ type: 'tool_call', id: toolCallId, name: call.name, input: call.input }] },
      ],
      durationMs: 10,
    });
    await runs.beginToolCall(writer, { ...call, effect: 'destructive', idempotent: false });
    await runs.markToolCallUnknown(writer, toolCallId);
    await runs.appendEvents(writer, [
      { type: 'run_started', model },
      { type: 'turn_started', turn: 0, model },
      { type: 'tool_call', ...call },
      { type: 'turn_ended', turn: 0, usage: noUsage },
      { type: 'tool_call_unknown', turn: 0, toolCallId, name: call.name },
    ]);
    await runs.release(writer, 'waiting');
  });
  return { conversationId, runId };
}
