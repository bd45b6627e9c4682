import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatPage, openChatPage } from './open-chat-page.ts';

let opened: ChatPage;
beforeAll(async () => {
  opened = await openChatPage();
});
afterAll(() => opened[Symbol.asyncDispose]());

it('useChat without options streams both answers when a page asks twice in one chat', async () => {
  await using profile = await opened.signIn();
  const page = await profile.openTab('/');
  const id = await page.getByRole('heading').innerText();
  expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
  const shown = [
    await askToEnd(page, 'Hello.', /^The demo model is a script .*real model answers/),
    await askToEnd(page, 'Explain this chart.', /^The demo model is a script .*real model answers/),
  ].flat();

  const { messages, activeRunId } = await readConversation(profile.context, id);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(messages.map(toText)).toEqual(shown);
  expect(activeRunId).toBeNull();

  const reloaded = await profile.openTab(`/?id=${id}&stored`);
  await expect.poll(() => articles(reloaded).then((texts) => texts.map(withoutLineBreaks))).toEqual(shown);
  shown.push(...(await askToEnd(reloaded, 'And now?', /^The demo model is a script .*real model answers/)));
  expect((await readConversation(profile.context, id)).messages.map(toText)).toEqual(shown);
  expect(profile.problems).toEqual([]);
});

it('useChat starts a conversation of its own when another user has one with the same id', async () => {
  await using mine = await opened.signIn();
  await using theirs = await opened.signIn();
  const page = await mine.openTab('/');
  const id = await page.getByRole('heading').innerText();
  const shown = await askToEnd(page, 'Mine.', /^The demo/);
  const other = await theirs.openTab(`/?id=${id}`);
  const shownToOther = await askToEnd(other, 'Theirs.', /^The demo/);

  const conversation = await readConversation(mine.context, id);
  const conversationOfOther = await readConversation(theirs.context, id);
  expect(conversation.id).not.toBe(conversationOfOther.id);
  expect(conversation.messages.map(toText)).toEqual(shown);
  expect(conversationOfOther.messages.map(toText)).toEqual(shownToOther);
  expect([...mine.problems, ...theirs.problems]).toEqual([]);
});

it('stop() of useChat stops reading, and the stop route ends the answer and keeps its text', async () => {
  await using profile = await opened.signIn();
  const page = await profile.openTab('/');
  const id = await page.getByRole('heading').innerText();
  await ask(page, 'Hello.');
  await page.getByRole('button', { name: 'Stop' }).click();
  await waitForStatus(page, 'ready');
  expect((await articles(page)).at(-1)).toMatch(/^The demo/);
  expect((await readConversation(profile.context, id)).activeRunId).toEqual(expect.any(String));

  const reader = await profile.openTab(`/?id=${id}&stored`);
  await expect.poll(async () => (await articles(reader)).at(-1)).toMatch(/^The demo/);
  await waitForStatus(reader, 'streaming');
  expect((await profile.context.request.post(`/api/chat/${id}/stop`)).status()).toBe(204);
  await waitForStatus(reader, 'ready');
  const { messages, activeRunId } = await readConversation(profile.context, id);
  expect([activeRunId, messages.at(-1)?.metadata]).toMatchObject([null, { cutShort: { by: 'person' } }]);
  expect(messages.map(toText)).toEqual((await articles(page)).map(withoutLineBreaks));

  await askToEnd(page, 'And now?', /^The demo model is a script .*real model answers/);
  expect((await articles(page)).length).toBe(4);
  expect(profile.problems).toEqual([]);
});

it('useChat shows why a question is refused when the conversation is being answered', async () => {
  await using profile = await opened.signIn();
  const page = await profile.openTab('/');
  await ask(page, 'Hello.');
  await page.getByRole('button', { name: 'Stop' }).click();
  await waitForStatus(page, 'ready');
  await page.getByRole('textbox', { name: 'Question' }).fill('And now?');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('alert').getByText('This conversation is being answered.').waitFor();
  expect(profile.problems).toEqual([expect.stringContaining('409 (Conflict)')]);
  opened.model.resume();
});

/** Asks, and waits until the page shows the words before the pause of the model. */
async function ask(page: Page, question: string): Promise<void> {
  const before = (await articles(page)).length;
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect
    .poll(async () => (await articles(page)).slice(before))
    .toEqual([question, expect.stringMatching(/^\w+ \w+:?$/)]);
  await waitForStatus(page, 'streaming');
}

/** Asks, has the answer end, and returns the question and the answer as the page shows them. */
async function askToEnd(page: Page, question: string, answer: RegExp): Promise<readonly string[]> {
  await ask(page, question);
  opened.model.resume();
  await waitForStatus(page, 'ready');
  const shown = (await articles(page)).slice(-2).map(withoutLineBreaks);
  expect(shown).toEqual([question, expect.stringMatching(answer)]);
  return shown;
}

async function waitForStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('status').getByText(status, { exact: true }).waitFor();
}

const articles = (page: Page) => page.getByRole('article').allInnerTexts();

async function readConversation({ request }: BrowserContext, id: string): Promise<ConversationResponse> {
  const response = await request.get(`/api/conversations/${id}/messages`);
  return (await response.json()) as ConversationResponse;
}

const toText = ({ parts }: ConversationResponse['messages'][number]) =>
  withoutLineBreaks(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));

const withoutLineBreaks = (text: string) => text.replaceAll(/\s+/g, ' ');
