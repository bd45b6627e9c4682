import { toolCallsOf, userMessage, type Message, type ModelRequest } from '@shipmate/core';
import { expect, test } from 'vitest';
import { ask, completed, failed } from '../../test/ask.ts';
import { createDemoModel } from './create-demo-model.ts';
import type { DemoScript } from './demo-script.ts';

const createModel = (script: DemoScript) => createDemoModel({ script, pacing: 0 });
const view = { name: 'textEditor', input: { command: 'view', path: 'Chart.yaml' } };

test('a demo model streams all of its text word by word', async () => {
  const text = '  This is **a demo**:\n\n- one\n- two \n';
  const events = await ask(createModel(() => ({ text })));
  const deltas = events.flatMap((event) => (event.type === 'content_delta' ? event.text : []));
  expect(deltas.slice(0, 3)).toEqual(['  This', ' is', ' **a']);
  expect(deltas.join('')).toBe(text);
  expect(completed(events)).toMatchObject({ finish: 'stop', message: { content: [{ type: 'text', text }] } });
});

test('a demo model passes the whole request to its script', async () => {
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

test('a demo model gives tool calls ids that are unique in the conversation and deterministic', async () => {
  const model = createModel(() => ({ text: 'Looking.', toolCalls: [view, view] }));
  const first = completed(await ask(model));
  expect(first.finish).toBe('tool_calls');
  const messages: readonly Message[] = [userMessage('Hello'), first.message];
  const second = completed(await ask(model, { messages }));
  const ids = [first, second].flatMap(({ message }) => toolCallsOf(message).map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
  expect(completed(await ask(model, { messages }))).toEqual(second);
});

test('a demo model makes no calls when tools are withheld', async () => {
  const model = createModel(() => ({ text: 'Enough.', toolCalls: [view] }));
  const answer = completed(await ask(model, { toolChoice: 'none' }));
  expect(answer).toMatchObject({ finish: 'stop', message: { content: [{ type: 'text', text: 'Enough.' }] } });
});

test('a demo model estimates usage that grows with the text', async () => {
  const model = createModel(({ messages }) => ({ text: 'word '.repeat(messages.length * 10) }));
  const short = completed(await ask(model)).usage;
  const long = completed(await ask(model, { messages: [userMessage('Hello'), userMessage('Hello again')] })).usage;
  expect(long.inputTokens).toBeGreaterThan(short.inputTokens);
  expect(long.outputTokens).toBeGreaterThan(short.outputTokens);
});

test('a demo model reports a failing script as an error event', async () => {
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
