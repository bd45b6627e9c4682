import { expect, test } from 'vitest';
import { ollamaChat } from './ollama-chat.ts';
import { openaiChatCompletions } from './openai-chat-completions.ts';
import { startScriptedServer, type ScriptedServer } from './start-scripted-server.ts';

function post({ url }: ScriptedServer, path = '/v1/chat/completions'): Promise<Response> {
  return fetch(`${url}${path}`, { method: 'POST', body: '{"model":"m"}' });
}

test('a scripted server plays turns in order and records requests', async () => {
  await using server = await startScriptedServer(openaiChatCompletions, { text: 'One' });
  server.script({ status: 503, body: { error: 'busy' }, headers: { 'retry-after': '7' } });
  const first = await post(server);
  expect(first.headers.get('content-type')).toBe('text/event-stream');
  expect(await first.text()).toMatch(/"content":"One"[\s\S]*data: \[DONE\]\n\n$/);
  const second = await post(server);
  expect([second.status, second.headers.get('retry-after'), await second.json()]).toEqual([
    503,
    '7',
    { error: 'busy' },
  ]);
  expect(server.requests).toMatchObject([
    { path: '/v1/chat/completions', body: { model: 'm' } },
    { path: '/v1/chat/completions', body: { model: 'm' } },
  ]);
});

test('a scripted turn may answer several requests, or any number', async () => {
  await using server = await startScriptedServer(openaiChatCompletions, { text: 'One', times: 2 });
  server.script({ text: 'More', times: Infinity });
  const answers = [await post(server), await post(server), await post(server), await post(server)];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.map((text) => text.includes('"One"'))).toEqual([true, true, false, false]);
});

test('a scripted answer can fail, and be torn within its last event', async () => {
  await using server = await startScriptedServer(openaiChatCompletions, { text: 'One', ending: 'failed' });
  server.script({ text: 'One', ending: 'torn' });
  expect(await (await post(server)).text()).toMatch(/"content":"One"[\s\S]*data: \{"error":\{[^\n]*\n\n$/);
  expect(await (await post(server)).text()).toMatch(/"content":"One"[\s\S]*\n\ndata: \{[^\n}]+$/);
});

test('a scripted server sends events word for word', async () => {
  await using server = await startScriptedServer(openaiChatCompletions, {
    events: [{ event: 'x', data: { a: 1 } }, { data: '[DONE]' }],
  });
  expect(await (await post(server)).text()).toBe('event: x\ndata: {"a":1}\n\ndata: [DONE]\n\n');
});

test('a scripted answer waits until it may begin', async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await startScriptedServer(openaiChatCompletions, { text: 'One', after: gate.promise });
  const order: string[] = [];
  const answered = post(server).then(() => order.push('answered'));
  while (server.requests.length === 0) await new Promise(setImmediate);
  order.push('asked');
  gate.resolve();
  await answered;
  expect(order).toEqual(['asked', 'answered']);
});

test('a scripted Ollama server streams lines of JSON', async () => {
  await using server = await startScriptedServer(ollamaChat, {
    text: 'One',
    toolCalls: [{ name: 'weather', input: { place: 'Oslo' } }],
  });
  const response = await post(server, '/api/chat');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: { role: 'assistant', content: 'One' }, done: false },
    { message: { tool_calls: [{ function: { name: 'weather', arguments: { place: 'Oslo' } } }] }, done: false },
    { done: true, done_reason: 'stop' },
  ]);
});

test.each([
  { what: 'a request too many', path: '/v1/chat/completions' },
  { what: 'a request of another format', path: '/v1/messages' },
])('a scripted server rejects $what and reports it at the end', async ({ path }) => {
  const server = await startScriptedServer(openaiChatCompletions);
  const { status } = await post(server, path);
  expect(status).toBe(501);
  await expect(server.close()).rejects.toThrow(`unexpected requests: POST ${path}`);
});

test('a scripted server reports an unused turn at the end', async () => {
  const server = await startScriptedServer(openaiChatCompletions, { text: 'One' }, { text: 'Two' });
  await (await post(server)).text();
  await expect(server.close()).rejects.toThrow('1 scripted turns were never asked for');
});
