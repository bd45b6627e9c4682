import { toolCallsOf, userMessage, type Message, type ModelRequest } from '@shipmate/core';
import { expect, test } from 'vitest';
import { ask, completed, failed } from '../../test/ask.ts';
import { createDemoModel } from './create-demo-model.ts';
import type { DemoScript } from './demo-script.ts';

const createModel = (script: DemoScript) => createDemoModel({ script, pacing: 0 });
const view = { name: 'textEditor', input: { command: 'view', path: 'Chart.yaml' } };

test('text is streamed word by word, and nothing of it is lost', async () => {
  const text = '  This is **a demo**:\n\n- one\n- two \n';
  const events = await ask(createModel(() => ({ text })));
  const deltas = events.flatMap((event) => (event.type === 'content_delta' ? event.text : []));
  expect(deltas.slice(0, 3)).toEqual(['  This', ' is', ' **a']);
  expect(deltas.join('')).toBe(text);
  expect(completed(events)).toMatchObject({ finish: 'stop', message: { content: [{ type: 'text', text }] } });
});

test('the script sees the whole request', async () => {
  let seen: ModelRequest | undefined;
  const request: ModelRequest = { system: 'Be brief.', messages: [userMessage('Hello')], toolChoice: 'none' };
  await ask(
    createModel((asked) => {
      seen = asked;
      return { text: 'Hello.' };
    }),
    request,
  );
  expect(seen).toEqual(request);
});

test('tool calls have ids that are new in the conversation, the same ones every time', async () => {
  const model = createModel(() => ({ text: 'Looking.', toolCalls: [view, view] }));
  const first = completed(await ask(model));
  expect(first.finish).toBe('tool_calls');
  const messages: readonly Message[] = [userMessage('Hello'), first.message];
  const second = completed(await ask(model, { messages }));
  const ids = [first, second].flatMap(({ message }) => toolCallsOf(message).map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
  expect(completed(await ask(model, { messages }))).toEqual(second);
});

test('where tools are withheld it makes no calls', async () => {
  const model = createModel(() => ({ text: 'Enough.', toolCalls: [view] }));
  const answer = completed(await ask(model, { toolChoice: 'none' }));
  expect(answer).toMatchObject({ finish: 'stop', message: { content: [{ type: 'text', text: 'Enough.' }] } });
});

test('usage is an estimate that grows with what is said', async () => {
  const model = createModel(({ messages }) => ({ text: 'word '.repeat(messages.length * 10) }));
  const short = completed(await ask(model)).usage;
  const long = completed(await ask(model, { messages: [userMessage('Hello'), userMessage('Hello again')] })).usage;
  expect(long.inputTokens).toBeGreaterThan(short.inputTokens);
  expect(long.outputTokens).toBeGreaterThan(short.outputTokens);
});

test('a script that fails is an error, not an exception', async () => {
  const events = await ask(
    createModel(() => {
      throw new Error('secret');
    }),
  );
  expect(failed(events).error).toMatchObject({
    code: 'INTERNAL_ERROR',
    message: expect.not.stringContaining('secret'),
  });
});
