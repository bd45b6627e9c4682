import { expect, test } from 'vitest';
import { openaiChatCompletions } from './openai-chat-completions.ts';
import { startScriptedServer, type ScriptedServer } from './start-scripted-server.ts';

function post({ url }: ScriptedServer, path = '/v1/chat/completions'): Promise<Response> {
  return fetch(`${url}${path}`, { method: 'POST', body: '{"model":"m"}' });
}

test('turns are played in order, and requests are recorded', async () => {
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

test('a turn may answer several requests, or any number', async () => {
  await using server = await startScriptedServer(openaiChatCompletions, { text: 'One', times: 2 });
  server.script({ text: 'More', times: Infinity });
  const answers = [await post(server), await post(server), await post(server), await post(server)];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.map((text) => text.includes('"One"'))).toEqual([true, true, false, false]);
});

test.each([
  { what: 'a request too many', path: '/v1/chat/completions' },
  { what: 'a request of another format', path: '/v1/messages' },
])('$what is refused and told at the end', async ({ path }) => {
  const server = await startScriptedServer(openaiChatCompletions);
  const { status } = await post(server, path);
  expect(status).toBe(501);
  await expect(server.close()).rejects.toThrow(`unexpected requests: POST ${path}`);
});

test('a turn that was not asked for is told at the end', async () => {
  const server = await startScriptedServer(openaiChatCompletions, { text: 'One' }, { text: 'Two' });
  await (await post(server)).text();
  await expect(server.close()).rejects.toThrow('1 scripted turns were never asked for');
});
