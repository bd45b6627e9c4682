import { type ChatModel, textOf } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { ConversationDetail, ConversationListResponse } from '@shipmate/protocol/web/conversations';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createDemoModel } from '@shipmate/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

/** Answers with the whole prompt, so that an answer shows what the model received. */
const script = createDemoModel({
  script: ({ messages, operation }) => ({
    text:
      operation === 'chat'
        ? `heard: ${messages
            .filter(({ role }) => role === 'user')
            .map(textOf)
            .join(' + ')}`
        : '',
  }),
  pacing: 0,
});
let gate = createGate();
const echo: ChatModel = {
  id: script.id,
  async *stream(request, signal) {
    if (request.messages.some((message) => textOf(message).includes('slow'))) await gate.pass(signal);
    yield* script.stream(request, signal);
  },
};

let web: TestWeb;
let browser: TestBrowser;
let workspaceId: string;
beforeAll(async () => {
  web = await startWeb({ model: echo });
});
afterAll(() => web[Symbol.asyncDispose]());
beforeEach(async () => {
  browser = await web.signIn();
  ({ workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {})));
});

interface Asked {
  readonly id?: string;
  readonly replaces?: string;
}

function post(conversationId: string, text: string, { id = newId(), replaces }: Asked = {}): Promise<Response> {
  const metadata = replaces === undefined ? {} : { metadata: { replaces } };
  const message = { id, role: 'user', parts: [{ type: 'text', text }], ...metadata };
  return browser.post('/api/chat', { id: conversationId, workspaceId, messages: [message] });
}

/** Asks and waits for the end of the answer. */
async function ask(conversationId: string, text: string, asked: Asked = {}): Promise<string> {
  const id = asked.id ?? newId();
  await (await post(conversationId, text, { ...asked, id })).text();
  return id;
}

const messagesOf = async (id: string) =>
  (await read<ConversationResponse>(await browser.fetch(`/api/conversations/${id}/messages`))).messages;
const textsOf = async (id: string) =>
  (await messagesOf(id)).map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''));
const detailOf = async (id: string) => read<ConversationDetail>(await browser.fetch(`/api/conversations/${id}`));
const search = async (q: string) => {
  const path = `/api/workspaces/${workspaceId}/conversations?q=${encodeURIComponent(q)}`;
  return (await read<ConversationListResponse>(await browser.fetch(path))).conversations;
};

describe('editing a question', () => {
  it('replaces it; the later messages are not shown, not sent to the model, and not found', async () => {
    const chat = newId();
    await ask(chat, 'one');
    const second = await ask(chat, 'two');
    await ask(chat, 'three');
    const edited = await ask(chat, 'deux', { replaces: second });
    expect(await textsOf(chat)).toEqual(['one', 'heard: one', 'deux', 'heard: one + deux']);
    expect(await search('three')).toEqual([]);
    expect(await search('deux')).toMatchObject([{ id: (await detailOf(chat)).id, excerpt: 'heard: one + deux' }]);

    await ask(chat, 'zwei', { replaces: edited });
    expect(await textsOf(chat)).toEqual(['one', 'heard: one', 'zwei', 'heard: one + zwei']);
    expect((await detailOf(chat)).spent.answers).toBe(5);
  });

  it('takes effect once when it is sent repeatedly', async () => {
    const chat = newId();
    const first = await ask(chat, 'one');
    const edit = { id: newId(), replaces: first };
    await ask(chat, 'uno', edit);
    await ask(chat, 'uno', edit);
    expect(await textsOf(chat)).toEqual(['uno', 'heard: uno']);
  });

  it('is refused when another tab has edited it before', async () => {
    const chat = newId();
    const first = await ask(chat, 'one');
    await ask(chat, 'uno', { replaces: first });
    expect(await readError(await post(chat, 'eins', { replaces: first }))).toEqual([409, 'CONFLICT']);
    expect(await textsOf(chat)).toEqual(['uno', 'heard: uno']);
  });

  it('sends a question that never reached the server as a new one', async () => {
    const chat = newId();
    await ask(chat, 'one');
    await ask(chat, 'two', { replaces: newId() });
    expect(await textsOf(chat)).toEqual(['one', 'heard: one', 'two', 'heard: one + two']);
  });

  it('cannot edit a question of another conversation', async () => {
    const [chat, other] = [newId(), newId()];
    const first = await ask(chat, 'one');
    await ask(other, 'two', { replaces: first });
    expect(await textsOf(chat)).toEqual(['one', 'heard: one']);
    expect(await textsOf(other)).toEqual(['two', 'heard: two']);
  });
});

describe('the conversations of a workspace', () => {
  it('are listed, most recent message first, and searched in titles and messages', async () => {
    const [chat, other] = [newId(), newId()];
    await ask(chat, 'Add Redis, 100% of it');
    await ask(other, 'Set 3 replicas');
    const [chatId, otherId] = [(await detailOf(chat)).id, (await detailOf(other)).id];
    expect((await search('')).map(({ id, excerpt }) => [id, excerpt])).toEqual([
      [otherId, null],
      [chatId, null],
    ]);
    expect(await search('redis 100%')).toMatchObject([{ id: chatId, excerpt: 'heard: Add Redis, 100% of it' }]);
    expect(await search('1%0')).toEqual([]);
    const renamed = await browser.send('PATCH', `/api/conversations/${other}`, { title: '  Scaling_up  ' });
    expect(await read(renamed)).toMatchObject({ id: otherId, title: 'Scaling_up' });
    expect(await search('scaling_')).toMatchObject([{ id: otherId, title: 'Scaling_up', excerpt: null }]);
    expect((await search('')).map(({ id }) => id)).toEqual([otherId, chatId]);
  });

  it.each([{}, { title: '  ' }, { title: 'x'.repeat(121) }])('reject a title such as %j', async (body) => {
    const chat = newId();
    await ask(chat, 'one');
    const response = await browser.send('PATCH', `/api/conversations/${chat}`, body);
    expect(await readError(response)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are deleted, but not while a run is answering', async () => {
    const chat = newId();
    gate = createGate();
    const answering = ask(chat, 'slow');
    await expect.poll(async () => (await browser.fetch(`/api/conversations/${chat}`)).status).toBe(200);
    const early = await browser.fetch(`/api/conversations/${chat}`, { method: 'DELETE' });
    expect(await readError(early)).toEqual([409, 'CONFLICT']);
    gate.open();
    await answering;
    expect((await browser.fetch(`/api/conversations/${chat}`, { method: 'DELETE' })).status).toBe(204);
    expect(await readError(await browser.fetch(`/api/conversations/${chat}/messages`))).toEqual([404, 'NOT_FOUND']);
    expect(await search('')).toEqual([]);
  });
});

it('sum the tokens and cost of every answer', async () => {
  const chat = newId();
  await ask(chat, 'one');
  await ask(chat, 'two');
  const answers = (await messagesOf(chat)).filter(({ role }) => role === 'assistant');
  expect(answers[0]?.metadata).toMatchObject({ costUsd: 0, cacheReadTokens: 0, reasoningTokens: 0 });
  const { spent } = await detailOf(chat);
  const outputTokens = answers.reduce((sum, { metadata }) => sum + (metadata?.outputTokens ?? 0), 0);
  expect(spent).toMatchObject({ answers: 2, unpricedAnswers: 0, costUsd: 0, outputTokens });
  expect(outputTokens).toBeGreaterThan(0);
});

describe('the export of a conversation', () => {
  const exportOf = (id: string, format: string) => browser.fetch(`/api/conversations/${id}/export?format=${format}`);

  it('as Markdown has questions, answers, model, tokens and cost', async () => {
    const chat = newId();
    await ask(chat, 'Why *this*?');
    await browser.send('PATCH', `/api/conversations/${chat}`, { title: 'Über "cost" / why' });
    const response = await exportOf(chat, 'markdown');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="uber-cost-why-\d{4}-\d\d-\d\d\.md"$/,
    );
    const text = await response.text();
    expect(text).toMatch(
      /^# Über "cost" \/ why\n\n_Begun [\d-]+ · 1 answer · [\d,]+ tokens in, \d+ out · no cost_\n\n/,
    );
    expect(text).toContain('## Question\n\nWhy *this*?\n\n## Answer\n\nheard: Why *this*?\n\n_demo:shipmate-demo · ');
  });

  it('as JSON has the messages of the page', async () => {
    const chat = newId();
    await ask(chat, 'one');
    const response = await exportOf(chat, 'json');
    expect(response.headers.get('content-disposition')).toMatch(/\.json"$/);
    const { id } = await detailOf(chat);
    expect(await read(response)).toMatchObject({ id, messages: await messagesOf(chat), spent: { answers: 1 } });
  });

  it('has two formats', async () => {
    const chat = newId();
    await ask(chat, 'one');
    expect(await readError(await exportOf(chat, 'pdf'))).toEqual([400, 'VALIDATION_ERROR']);
  });
});
