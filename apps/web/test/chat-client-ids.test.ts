import { newId } from '@shipmate/domain';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import { conversationHeader } from '@shipmate/protocol/http';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

const question = (text: string, id?: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });

let web: TestWeb;
let browser: TestBrowser;
let workspaceId: string;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());
beforeEach(async () => {
  browser = await web.signIn();
  ({ workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {})));
});

/** Asks, waits for the answer, and returns the server's id of the conversation. */
async function ask(body: object, as: TestBrowser = browser): Promise<string> {
  const response = await as.post('/api/chat', body);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('[DONE]')]);
  return response.headers.get(conversationHeader) ?? '';
}

const conversation = async (name: string, as: TestBrowser = browser) =>
  read<ConversationResponse>(await as.fetch(`/api/conversations/${encodeURIComponent(name)}/messages`));
const questionsOf = async (name: string, as: TestBrowser = browser) =>
  (await conversation(name, as)).messages.filter(({ role }) => role === 'user').map(({ parts }) => parts[0]);
const said = (text: string) => ({ type: 'text', text, state: 'done' });

describe('POST /api/chat', () => {
  it('answers in a new conversation when the body is messages, model, workspaceId and revisionNumber', async () => {
    const body = {
      messages: [question('Explain the chart.')],
      model: 'demo:shipmate-demo',
      workspaceId,
      revisionNumber: 0,
    };
    const [first, second] = [await ask(body), await ask(body)];
    expect(first).not.toBe(second);
    expect(await conversation(first)).toMatchObject({ id: first, messages: [{ role: 'user' }, { role: 'assistant' }] });
  });

  it("returns the server's id of the conversation in the header and in a data part when it answers", async () => {
    const response = await browser.post('/api/chat', {
      id: 'tab',
      workspaceId,
      messages: [question('Explain the chart.')],
    });
    const id = response.headers.get(conversationHeader) ?? '';
    const part = JSON.stringify({ type: 'data-conversation', data: { id }, transient: true });
    expect(await response.text()).toContain(`data: ${part}\n\n`);
    expect(await conversation('tab')).toMatchObject({ id });
  });

  it.each(['gXcuUJ2qKxMR4bTe', 'a b/ü%?#', 'x'.repeat(100), newId()])(
    'continues the conversation that the client calls "%s" when it is sent again',
    async (id) => {
      const first = await ask({ id, workspaceId, messages: [question('Explain the chart.', 'm1')] });
      const second = await ask({ id, workspaceId, messages: [question('And now?', 'm2')] });
      const third = await ask({ id: first, workspaceId, messages: [question('And then?', 'm3')] });
      expect([second, third]).toEqual([first, first]);
      expect(await questionsOf(id)).toEqual([said('Explain the chart.'), said('And now?'), said('And then?')]);
    },
  );

  it('keeps the conversations of two users apart when both use the same id', async () => {
    const other = await web.signIn();
    const body = (text: string) => ({ id: 'chat', contextType: 'plain', messages: [question(text, 'm1')] });
    const ids = [await ask(body('Mine.')), await ask(body('Theirs.'), other)];
    expect(ids[0]).not.toBe(ids[1]);
    expect(await questionsOf('chat')).toEqual([said('Mine.')]);
    expect(await questionsOf('chat', other)).toEqual([said('Theirs.')]);
  });

  it('needs only the id and the messages when the conversation exists', async () => {
    const id = await ask({ id: 'chat', workspaceId, messages: [question('Explain the chart.')] });
    expect(await ask({ id: 'chat', messages: [question('And now?')] })).toBe(id);
  });

  it('answers with the plain agent when neither a workspace nor a conversation is named', async () => {
    const id = await ask({ messages: [{ role: 'user', content: 'Hello.' }] });
    expect(await questionsOf(id)).toEqual([said('Hello.')]);
  });

  it('answers with every registered agent when contextType names it', async () => {
    for (const contextType of ['workflow', 'tables', 'plain', 'cluster']) {
      await ask({ contextType, messages: [question('Hello.')] });
    }
    const unknown = await browser.post('/api/chat', { contextType: 'cars', messages: [question('Hello.')] });
    expect([unknown.status, await read<ErrorEnvelope>(unknown)]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', message: expect.stringMatching(/"cars".*chart, workflow, tables, plain, cluster/) },
    ]);
  });

  it.each([
    { what: 'the agent needs a workspace', body: { contextType: 'chart' }, field: 'workspaceId' },
    { what: 'a revision has no workspace', body: { contextType: 'plain', revisionNumber: 0 }, field: 'revisionNumber' },
  ])('responds 400 and names $field when $what', async ({ body, field }) => {
    const response = await browser.post('/api/chat', { ...body, messages: [question('Hello.')] });
    expect([response.status, await read(response)]).toMatchObject([400, { details: { field } }]);
  });

  it('responds 400 and names the limit when an id is longer than 100 characters', async () => {
    for (const ids of [{ id: 'x'.repeat(101) }, { messages: [question('Hello.', 'x'.repeat(101))] }]) {
      const response = await browser.post('/api/chat', { messages: [question('Hello.')], ...ids });
      expect([response.status, await read(response)]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', message: expect.stringContaining('at most 100 characters') },
      ]);
    }
  });

  it('responds 409 with advice when the revision is not the current one', async () => {
    const body = { id: 'chat', workspaceId, messages: [question('Explain the chart.')] };
    const response = await browser.post('/api/chat', { ...body, revisionNumber: 7 });
    expect([response.status, await read(response)]).toMatchObject([
      409,
      {
        code: 'CONFLICT',
        message: expect.stringMatching(/^Revision 7 is not the current one: .* revision 0\. Reload the workspace/),
        details: { revisionNumber: 7, currentRevisionNumber: 0 },
      },
    ]);
    expect(await readError(await browser.fetch('/api/conversations/chat/messages'))).toEqual([404, 'NOT_FOUND']);
    await ask({ ...body, revisionNumber: 0 });
  });

  it('creates one conversation when the same new id is sent several times at once', async () => {
    const body = { id: 'chat', messages: [question('Hello.', 'm1')] };
    const responses = await Promise.all([1, 2, 3].map(() => browser.post('/api/chat', body)));
    await Promise.all(responses.map((response) => response.text()));
    const { id } = await conversation('chat');
    const received = responses.map(({ status, headers }) => [status, headers.get(conversationHeader)].join(' '));
    expect(received.filter((each) => each !== `200 ${id}` && each !== '409 ')).toEqual([]);
    expect(received).toContain(`200 ${id}`);
    expect(await questionsOf('chat')).toEqual([said('Hello.')]);
  });
});

describe('a question', () => {
  it('is stored once when it is sent again with its id', async () => {
    for (const _ of [1, 2]) await ask({ id: 'chat', messages: [question('Hello.', 'm-1')] });
    expect((await conversation('chat')).messages).toMatchObject([{ id: 'm-1', role: 'user' }, { role: 'assistant' }]);
  });

  it('is replaced when another text is sent with its id', async () => {
    await ask({ id: 'chat', messages: [question('One.', 'm-1')] });
    await ask({ id: 'chat', messages: [question('Two.', 'm-2')] });
    await ask({ id: 'chat', messages: [question('Uno.', 'm-1')] });
    expect(await questionsOf('chat')).toEqual([said('Uno.')]);
    await ask({ id: 'chat', messages: [question('Eins.', 'm-1')] });
    expect(await questionsOf('chat')).toEqual([said('Eins.')]);
  });

  it('may have the id of a question in another conversation', async () => {
    const id = newId();
    for (const chat of ['one', 'two']) await ask({ id: chat, messages: [question('Hello.', id)] });
    for (const chat of ['one', 'two']) expect(await questionsOf(chat)).toEqual([said('Hello.')]);
  });
});

it('the routes of a conversation accept the client’s id when its user calls them, and respond 404 to anyone else', async () => {
  const name = 'a b/ü%?#';
  const path = encodeURIComponent(name);
  const id = await ask({ id: name, workspaceId, messages: [question('Explain the chart.')] });
  const calls = (as: TestBrowser) => [
    as.fetch(`/api/chat/${path}/stream`),
    as.post(`/api/chat/${path}/stop`, {}),
    as.fetch(`/api/conversations/${path}`),
    as.send('PATCH', `/api/conversations/${path}`, { title: 'Mine' }),
    as.fetch(`/api/conversations/${path}/export`),
  ];
  const other = await web.signIn();
  expect((await Promise.all(calls(other))).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await Promise.all(calls(browser))).map(({ status }) => status)).toEqual([204, 204, 200, 200, 200]);
  const settle = await browser.post(`/api/chat/${path}/tool-calls/call/decision`, { choice: 'done' });
  expect((await read<ErrorEnvelope>(settle)).message).toBe('No call in this conversation is waiting for a decision.');
  expect((await browser.fetch(`/api/conversations/${path}`, { method: 'DELETE' })).status).toBe(204);
  expect((await browser.fetch(`/api/conversations/${id}`)).status).toBe(404);
});
