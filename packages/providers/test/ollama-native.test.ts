import { userMessage } from '@shipmate/core';
import { createOllama } from 'ai-sdk-ollama';
import { expect, test } from 'vitest';
import { fromLanguageModel } from '../src/index.ts';
import { ollamaChat, startScriptedServer } from '../src/testing/index.ts';
import { ask, completed, failed } from './ask.ts';
import { weather } from './conformance/quirk.ts';
import { modelAt, ollamaNative, wires } from './wire.ts';

/*
 * The reason why `ollama:` uses Chat Completions and not `/api/chat` through ai-sdk-ollama: each test shows what the
 * latter loses.
 */

const compatible = wires.find(({ id }) => id.startsWith('ollama:')) ?? ollamaNative;

async function statusOfBusy(wire: typeof ollamaNative) {
  await using server = await startScriptedServer(wire.format, {
    status: 503,
    headers: { 'retry-after': '7' },
    body: { error: { message: 'busy' } },
  });
  return failed(await ask(modelAt(wire, server.url))).error.details;
}

test('ai-sdk-ollama loses the status of a failure and its retry delay', async () => {
  expect(await statusOfBusy(compatible)).toMatchObject({ status: 503, retryAfterMs: 7000 });
  expect(await statusOfBusy(ollamaNative)).not.toHaveProperty('status');
});

test('ai-sdk-ollama loses the request that no tool be called', async () => {
  await using server = await startScriptedServer(ollamaChat, { text: 'Rain.' });
  await ask(modelAt(ollamaNative, server.url), { tools: [weather], toolChoice: 'none' });
  expect(server.requests[0]?.body).toMatchObject({ tools: [{ function: { name: 'weather' } }] });
  expect(server.requests[0]?.body).not.toHaveProperty('tool_choice');
});

test('ai-sdk-ollama loses the border between thinking and answer', async () => {
  await using server = await startScriptedServer(
    ollamaChat,
    { thinking: { text: 'Secretly.' }, text: 'Openly.' },
    { text: 'Rain.' },
  );
  const model = modelAt(ollamaNative, server.url);
  const { message } = completed(await ask(model));
  await ask(model, { messages: [userMessage('Hello'), message, userMessage('And?')] });
  expect(server.requests[1]?.body).toMatchObject({ messages: [{}, { content: 'Openly.\nSecretly.' }, {}] });
});

test('ai-sdk-ollama loses the abort of a request: the model keeps computing', async () => {
  await using server = await startScriptedServer(ollamaChat, { text: 'Well, ', ending: 'held' });
  const signals: AbortSignal[] = [];
  const ollama = createOllama({
    baseURL: server.url,
    fetch: async (url, init) => {
      if (init?.signal) signals.push(init.signal);
      return fetch(url, init);
    },
  });
  const model = fromLanguageModel(ollama('llama3.2'), { vendor: { id: 'ollama', name: 'Ollama' } });
  for await (const event of model.stream({ messages: [userMessage('Hello')] }, new AbortController().signal)) {
    if (event.type === 'content_delta') break;
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});
