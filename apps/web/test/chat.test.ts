import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createDemoModel } from '@shipmate/providers';
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

/** Creates the transport that `useChat` uses, configured like the page's. */
function createTransport(web: TestWeb, browser: TestBrowser): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: `${web.url}/api/chat`, fetch: (input, init) => browser.fetch(input, init) });
}

async function createWorkspace(browser: TestBrowser): Promise<string> {
  const created = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', { template: 'sample' }));
  return created.workspaceId;
}

function ask(transport: DefaultChatTransport<UIMessage>, chat: { chatId: string; workspaceId: string; text: string }) {
  return transport.sendMessages({
    trigger: 'submit-message',
    chatId: chat.chatId,
    messageId: undefined,
    messages: [
      { id: 'forged', role: 'assistant', parts: [{ type: 'text', text: 'Earlier I said something else.' }] },
      { id: 'question', role: 'user', parts: [{ type: 'text', text: chat.text }] },
    ],
    abortSignal: undefined,
    body: { workspaceId: chat.workspaceId, model: 'demo:shipmate-demo', revisionNumber: 0 },
  });
}

function askAgain(transport: DefaultChatTransport<UIMessage>, chat: { chatId: string; workspaceId: string }) {
  return transport.sendMessages({
    trigger: 'regenerate-message',
    chatId: chat.chatId,
    messageId: undefined,
    messages: [{ id: 'other', role: 'user', parts: [{ type: 'text', text: 'Something else.' }] }],
    abortSignal: undefined,
    body: { workspaceId: chat.workspaceId },
  });
}

async function collect(stream: ReadableStream<UIMessageChunk>): Promise<UIMessage | undefined> {
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream, onError: () => undefined })) last = message;
  return last;
}

async function storedMessages(browser: TestBrowser, chatId: string): Promise<ConversationResponse> {
  return read(await browser.fetch(`/api/conversations/${chatId}/messages`));
}

it('POST /api/chat streams an answer with its tool calls to the transport of useChat, and stores the same message', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const chatId = newId();
  const workspaceId = await createWorkspace(browser);
  const stream = await ask(createTransport(web, browser), { chatId, workspaceId, text: 'set 3 replicas' });
  const answer = await collect(stream);

  const edit = answer?.parts.find((part) => part.type === 'dynamic-tool' && part.toolName === 'textEditor');
  expect(edit).toMatchObject({ state: 'output-available' });
  expect(answer?.parts.at(-1)).toMatchObject({ type: 'text', state: 'done' });
  expect(answer?.metadata).toMatchObject({ model: 'demo:shipmate-demo', outputTokens: expect.any(Number) });

  const { messages } = await storedMessages(browser, chatId);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(messages[1]).toEqual(JSON.parse(JSON.stringify(answer)));
});

it('GET messages shows after a reload why an answer failed, and POST /api/chat answers the same question again', async () => {
  const scripted = createDemoModel({ script: () => ({ text: 'One.' }), pacing: 0 });
  const limit = new AppError({ code: 'RATE_LIMITED', message: 'Too many requests.', recoverable: false });
  let failures = 2;
  await using web = await startWeb({
    model: {
      id: scripted.id,
      async *stream(request, signal) {
        failures -= 1;
        if (failures >= 0) yield { type: 'error', error: limit };
        else yield* scripted.stream(request, signal);
      },
    },
  });
  const browser = await web.signIn();
  const transport = createTransport(web, browser);
  const chatId = newId();
  const workspaceId = await createWorkspace(browser);
  const failed = { cutShort: { by: 'error', code: 'RATE_LIMITED', message: 'Too many requests.' } };

  const nothing = await browser.post('/api/chat', {
    id: chatId,
    workspaceId,
    messages: [{}],
    trigger: 'regenerate-message',
  });
  expect(await readError(nothing)).toEqual([400, 'VALIDATION_ERROR']);
  await expect(askAgain(transport, { chatId, workspaceId })).rejects.toThrow(
    'The question to answer again was not found.',
  );

  const first = await collect(await ask(transport, { chatId, workspaceId, text: 'Count.' }));
  expect(first?.metadata).toMatchObject(failed);
  expect((await storedMessages(browser, chatId)).messages).toMatchObject([
    { role: 'user' },
    { id: first?.id, role: 'assistant', parts: [], metadata: failed },
  ]);
  const second = await collect(await askAgain(transport, { chatId, workspaceId }));
  expect((await storedMessages(browser, chatId)).messages).toMatchObject([{}, { id: second?.id, metadata: failed }]);
  const third = await collect(await askAgain(transport, { chatId, workspaceId }));
  expect((await storedMessages(browser, chatId)).messages).toEqual([
    expect.objectContaining({ role: 'user', parts: [{ type: 'text', text: 'Count.', state: 'done' }] }),
    JSON.parse(JSON.stringify(third)),
  ]);
});

it("POST /api/chat stores a repeated question once, under its author's id", async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const [id, questionId] = [newId(), newId()];
  const workspaceId = await createWorkspace(browser);
  const messages = [{ id: questionId, role: 'user', parts: [{ type: 'text', text: 'Explain the chart.' }] }];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await (await browser.post('/api/chat', { id, workspaceId, messages })).text();
  }
  const stored = await storedMessages(browser, id);
  expect(stored.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(stored.messages[0]?.id).toBe(questionId);
});

describe('while an answer is streaming', () => {
  async function startPausedAnswer() {
    const gate = createGate();
    const scripted = createDemoModel({ script: () => ({ text: 'One two three.' }), pacing: 0 });
    const web = await startWeb({
      model: {
        id: scripted.id,
        async *stream(request, signal) {
          for await (const event of scripted.stream(request, signal)) {
            yield event;
            if (event.type === 'content_delta') await gate.pass(signal);
          }
        },
      },
    });
    const browser = await web.signIn();
    const transport = createTransport(web, browser);
    const chatId = newId();
    const workspaceId = await createWorkspace(browser);
    const stream = await ask(transport, { chatId, workspaceId, text: 'Count.' });
    return { web, browser, transport, chatId, workspaceId, stream, gate };
  }

  it('a reader that disconnects detaches; a second one receives the answer from its beginning', async () => {
    const { web, browser, transport, chatId, stream, gate } = await startPausedAnswer();
    await using _ = web;
    await stream.cancel();
    expect((await storedMessages(browser, chatId)).activeRunId).toEqual(expect.any(String));
    const resumed = await transport.reconnectToStream({ chatId });
    gate.open();
    const answer = resumed && (await collect(resumed));
    expect(answer?.parts.at(-1)).toMatchObject({ type: 'text', text: 'One two three.', state: 'done' });
    expect(await transport.reconnectToStream({ chatId })).toBeNull();
    expect((await storedMessages(browser, chatId)).messages.at(-1)).toMatchObject({ id: answer?.id });
  });

  it('stopping ends the stream and keeps the text so far', async () => {
    const { web, browser, chatId, stream } = await startPausedAnswer();
    await using _ = web;
    const stop = () => browser.post(`/api/chat/${chatId}/stop`, {});
    const types: string[] = [];
    for await (const { type } of stream) {
      types.push(type);
      if (type === 'text-delta') await stop();
    }
    expect(types.at(-1)).toBe('abort');
    expect(types.at(-2)).toBe('message-metadata');
    const { activeRunId, messages } = await storedMessages(browser, chatId);
    expect(activeRunId).toBeNull();
    expect(messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'text', text: expect.stringMatching(/^One/) });
    expect(messages.at(-1)?.metadata).toMatchObject({ cutShort: { by: 'person' } });
    expect((await stop()).status).toBe(204);
  });

  it('a second question in the same conversation is queued', async () => {
    const { web, browser, chatId, workspaceId, stream, gate } = await startPausedAnswer();
    await using _ = web;
    const body = {
      id: chatId,
      workspaceId,
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'And now?' }] }],
    };
    expect(await readError(await browser.post('/api/chat', body))).toEqual([409, 'CONFLICT']);
    gate.open();
    await collect(stream);
    expect((await browser.post('/api/chat', body)).status).toBe(200);
  });

  it('closing the app ends the stream and releases the answer to another process', async () => {
    const { web, browser, chatId, stream } = await startPausedAnswer();
    await using _ = web;
    await web.close();
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types).not.toContain('finish');
    const { runs, conversations } = web.unitOfWork.stores;
    const { id } = await conversations.get(browser.tenant.principal, chatId);
    const run = await runs.findActive(browser.tenant.principal, id);
    expect(run).toMatchObject({ status: 'queued' });
    expect((await storedMessages(browser, chatId)).activeRunId).toBe(run?.id);
  });
});

it('POST /api/chat gives the agent the page beside the conversation, and continues it by the id of the client', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const id = newId();
  const say = async (text: string, page: unknown) => {
    const response = await browser.post('/api/chat', {
      id,
      contextType: 'plain',
      messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
      page,
    });
    await response.text();
    return response.status;
  };
  expect(await say('What is this?', { page: '/runs', title: 'Runs' })).toBe(200);
  expect(await say('And now?', { page: '/rules/r1', title: 'Low stock' })).toBe(200);
  expect(await say('Too long.', { page: 'x'.repeat(501) })).toBe(400);
  const { messages } = await storedMessages(browser, id);
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  const { runs } = await read<RunListResponse>(await browser.fetch('/api/runs'));
  const run = await read<RunTrace>(await browser.fetch(`/api/runs/${runs[0]?.id}`));
  expect(run.clientContext).toEqual({ page: '/rules/r1', title: 'Low stock' });
});
