import { bindTools, createToolExecutionContext, defineTool, toolCallsOf, userMessage } from '@shipmate/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getModel, runChat } from '../src/index.ts';
import { anthropicMessages, startScriptedServer, type ScriptedTurn } from '../src/testing/index.ts';
import { ask, completed } from './ask.ts';
import { modelAt, wires } from './wire.ts';

const weather = defineTool({
  name: 'weather',
  description: 'Tells the sky over a place.',
  effect: 'read',
  input: z.object({ place: z.string() }),
  output: z.object({ sky: z.string() }),
  execute: async ({ place }) => ({ sky: place === 'Oslo' ? 'clear' : 'rain' }),
});
const schema = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };
const oslo = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const rome = { id: 'call_2', name: 'weather', input: { place: 'Rome' } };

const script: readonly ScriptedTurn[] = [
  {
    thinking: { text: 'I should look this up.', signature: 'SIGNATURE' },
    text: 'Let me look.',
    toolCalls: [oslo, rome],
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, cacheWriteTokens: 10, reasoningTokens: 5 },
  },
  { text: 'Clear in Oslo, rain in Rome.', usage: { inputTokens: 150, outputTokens: 7 } },
];

const chatCompletion = {
  messages: [
    { role: 'system' },
    { role: 'user', content: 'Where does it rain?' },
    {
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"place":"Oslo"}' } },
        { id: 'call_2', type: 'function', function: { name: 'weather', arguments: '{"place":"Rome"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"sky":"clear"}' },
    { role: 'tool', tool_call_id: 'call_2', content: '{"sky":"rain"}' },
  ],
  tools: [{ type: 'function', function: { name: 'weather', description: weather.description, parameters: schema } }],
  tool_choice: 'auto',
  stream: true,
  stream_options: { include_usage: true },
};

/** The second request of the round trip: the history with the tools' results. */
const secondRequest: Readonly<Record<string, object>> = {
  'anthropic:claude-sonnet-5-5': {
    model: 'claude-sonnet-5-5',
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Where does it rain?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I should look this up.', signature: 'SIGNATURE' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'call_1', name: 'weather', input: { place: 'Oslo' } },
          { type: 'tool_use', id: 'call_2', name: 'weather', input: { place: 'Rome' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: '{"sky":"clear"}' },
          { type: 'tool_result', tool_use_id: 'call_2', content: '{"sky":"rain"}' },
        ],
      },
    ],
    tools: [{ name: 'weather', description: weather.description, input_schema: schema }],
    tool_choice: { type: 'auto' },
    stream: true,
  },
  'openai:gpt-6-astra': {
    model: 'gpt-6-astra',
    input: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Where does it rain?' }] },
      { type: 'reasoning', id: 'rs_scripted', encrypted_content: 'SIGNATURE' },
      { role: 'assistant', content: 'Let me look.' },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"place":"Oslo"}' },
      { type: 'function_call', call_id: 'call_2', name: 'weather', arguments: '{"place":"Rome"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '{"sky":"clear"}' },
      { type: 'function_call_output', call_id: 'call_2', output: '{"sky":"rain"}' },
    ],
    tools: [{ type: 'function', name: 'weather', description: weather.description, parameters: schema }],
    tool_choice: 'auto',
    store: false,
    include: ['reasoning.encrypted_content'],
    stream: true,
  },
  'google:gemini-3.8-flash': {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Where does it rain?' }] },
      {
        role: 'model',
        parts: [
          { text: 'I should look this up.', thought: true },
          { text: 'Let me look.' },
          { functionCall: { id: 'call_1', name: 'weather', args: oslo.input }, thoughtSignature: 'SIGNATURE' },
          { functionCall: { id: 'call_2', name: 'weather', args: rome.input } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'call_1', name: 'weather', response: { content: '{"sky":"clear"}' } } },
          { functionResponse: { id: 'call_2', name: 'weather', response: { content: '{"sky":"rain"}' } } },
        ],
      },
    ],
    tools: [
      {
        functionDeclarations: [{ name: 'weather', description: weather.description, parametersJsonSchema: schema }],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  },
  'openrouter:openai/gpt-4o': {
    ...chatCompletion,
    model: 'openai/gpt-4o',
    messages: chatCompletion.messages.with(2, {
      ...chatCompletion.messages[2],
      reasoning_details: [{ type: 'reasoning.text', text: 'I should look this up.', signature: 'SIGNATURE' }],
    } as never),
  },
  'ollama:llama3.2': { ...chatCompletion, model: 'llama3.2' },
  'openai-compatible:local': { ...chatCompletion, model: 'local' },
};

test.each(wires)('$id: a chat with tool calls makes a round trip', async (wire) => {
  await using server = await startScriptedServer(wire.format, ...script);
  const result = await runChat({
    model: modelAt(wire, server.url),
    systemPrompt: 'Be brief.',
    messages: [userMessage('Where does it rain?')],
    tools: bindTools([weather], {}),
    context: createToolExecutionContext({
      principal: { userId: 'user', organizationId: 'organization', via: 'local' },
    }),
  });

  expect(result).toMatchObject({
    stopReason: 'final',
    finalMessage: 'Clear in Oslo, rain in Rome.',
    totalTokens: { input: 250, output: 27 },
    usage: { cacheReadTokens: 60, reasoningTokens: 5 },
    toolCallsExecuted: [
      { toolCallId: 'call_1', output: { sky: 'clear' }, isError: false },
      { toolCallId: 'call_2', output: { sky: 'rain' }, isError: false },
    ],
  });
  expect(server.requests[1]?.body).toMatchObject(secondRequest[wire.id] ?? {});
  expect(JSON.parse(JSON.stringify(result.messages))).toEqual(result.messages);
});

test('runChat runs a chat with the model of a name', async () => {
  await using server = await startScriptedServer(anthropicMessages, { text: 'Hello.' });
  const result = await runChat({
    model: 'anthropic:claude-haiku-5-5',
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url },
    messages: [userMessage('Hello')],
    tools: [],
    context: createToolExecutionContext({
      principal: { userId: 'user', organizationId: 'organization', via: 'local' },
    }),
  });
  expect(result.finalMessage).toBe('Hello.');
  expect(server.requests[0]?.body).toMatchObject({ model: 'claude-haiku-5-5' });
});

test.each([
  { model: 'house-blend', asked: {}, room: 4096 },
  { model: 'house-blend', asked: { maxOutputTokens: 9000 }, room: 9000 },
])('a Claude of an unknown name has room for $room tokens', async ({ model, asked, room }) => {
  await using server = await startScriptedServer(anthropicMessages, { text: 'Hello.' });
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url };
  await ask(getModel(`anthropic:${model}`, { environment }), asked);
  expect(server.requests[0]?.body).toMatchObject({ model, max_tokens: room });
});

test.each(wires)('$id: the streamed answer equals the stored answer', async (wire) => {
  await using server = await startScriptedServer(wire.format, ...script.slice(0, 1));
  const events = await ask(modelAt(wire, server.url));
  const { finish, message } = completed(events);
  const [thought, text] = message.content;
  expect(finish).toBe('tool_calls');
  expect(message.content.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool_call', 'tool_call']);
  expect(thought).toMatchObject({
    text: events.map((event) => (event.type === 'thinking_delta' ? event.text : '')).join(''),
  });
  expect(text).toMatchObject({ text: 'Let me look.' });
  expect(toolCallsOf(message)).toMatchObject([oslo, rome]);
});

test.each(wires)('$id: a wrap-up turn keeps the tools and forbids their use', async (wire) => {
  await using server = await startScriptedServer(wire.format, { text: 'Enough.' });
  await ask(modelAt(wire, server.url), {
    tools: [{ name: 'weather', description: weather.description, inputSchema: { ...schema, type: 'object' } }],
    toolChoice: 'none',
    maxOutputTokens: 123,
    temperature: 0.5,
  });
  const body = JSON.stringify(server.requests[0]?.body);
  expect(body).toContain(weather.description);
  expect(body).toMatch(/"(max_tokens|max_output_tokens|maxOutputTokens)":123/);
  expect(body).toMatch(/"tool_choice":"none"|"tool_choice":\{"type":"none"\}|"mode":"NONE"/);
});

test.each(wires.filter(({ key }) => key))('$id: the key is sent in a header only', async (wire) => {
  await using server = await startScriptedServer(wire.format, { text: 'Hello.' });
  await ask(modelAt(wire, server.url));
  const [recorded] = server.requests;
  expect(JSON.stringify(recorded?.headers)).toContain(wire.key);
  expect(recorded?.path).not.toContain(wire.key);
  expect(JSON.stringify(recorded?.body)).not.toContain(wire.key);
});
