import { expect, it, vi } from 'vitest';
import { expectValidHistory } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { toBoundTools, type ToolExecutor } from '../tool/to-bound-tools.ts';
import { textOf, userMessage } from '../message/message.ts';
import type { AITool } from '../model/ai-tool.ts';
import { ScriptedModel } from '../testing/index.ts';
import { createProvider } from './create-provider.ts';

const getPod: AITool = {
  name: 'get_pod',
  description: 'Reads a pod.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, lines: { type: 'integer', default: 10 } },
    required: ['name'],
    additionalProperties: false,
  },
};
const callGetPod = { text: 'Looking.', toolCalls: [{ name: 'get_pod', input: { name: 'web' } }] };
const answer = { text: 'It is up.', usage: { inputTokens: 5 } };

it('sendMessage returns the answer of one request without tools', async () => {
  using model = new ScriptedModel([answer]);
  const response = await createProvider(model, { temperature: 0 }).sendMessage('Is web up?', 'question');
  expect(response).toEqual({
    content: 'It is up.',
    usage: expect.objectContaining({ inputTokens: 5 }),
    stopReason: 'final',
  });
  expect(model.requests).toEqual([{ messages: [userMessage('Is web up?')], temperature: 0, operation: 'question' }]);
});

it('sendMessageWithTools runs the calls in parallel, returns their results to the model and withholds the tools from its answer', async () => {
  const both = Promise.withResolvers<void>();
  let started = 0;
  const executor = vi.fn<ToolExecutor>(async (_name, input) => {
    if ((started += 1) === 2) both.resolve();
    await both.promise;
    return { pod: input };
  });
  using model = new ScriptedModel([{ toolCalls: [...callGetPod.toolCalls, ...callGetPod.toolCalls] }, answer]);
  const response = await createProvider(model).sendMessageWithTools('Is web up?', [getPod], executor, 'question');
  expect(response).toMatchObject({ content: 'It is up.', stopReason: 'final' });
  expect(response.toolCalls.map(({ tool, output, isError }) => ({ tool, output, isError }))).toEqual(
    Array(2).fill({ tool: 'get_pod', output: { pod: { name: 'web', lines: 10 } }, isError: false }),
  );
  expect(model.requests.map(({ toolChoice, tools }) => [toolChoice, tools?.length])).toEqual([
    [undefined, 1],
    ['none', 1],
  ]);
  expect(executor).toHaveBeenCalledWith(
    'get_pod',
    { name: 'web', lines: 10 },
    { toolCallId: 'call_1_1', signal: expect.any(AbortSignal) },
  );
});

it('sendMessage says when an answer was cut off', async () => {
  using model = new ScriptedModel([{ text: 'It', finish: 'length' }]);
  expect(await createProvider(model).sendMessage('?')).toMatchObject({ content: 'It', stopReason: 'truncated' });
});

it('toolLoop runs from a given history until the model answers', async () => {
  using model = new ScriptedModel([callGetPod, callGetPod, answer]);
  const result = await createProvider(model).toolLoop({
    systemPrompt: 'Investigate.',
    userMessage: 'Is web up?',
    messages: [userMessage('Hello.')],
    tools: [getPod],
    toolExecutor: async () => 'up since May',
    maxIterations: 5,
  });
  expect(result).toMatchObject({ finalMessage: 'It is up.', iterations: 3, stopReason: 'final' });
  expect(result.messages.slice(0, 2).map(textOf)).toEqual(['Hello.', 'Is web up?']);
  expect(result.messages[3]).toMatchObject({ content: [{ output: 'up since May', isError: false }] });
  expect(model.requests[0]).toMatchObject({ system: 'Investigate.' });
  expectValidHistory(result.messages);
});

it.each([
  [{ name: 3 }, /^Invalid input for get_pod: name: /],
  [{ name: 'web', color: 'red' }, /has unknown fields: \\"color\\"/],
])(
  'sendMessageWithTools refuses the input %j against the JSON Schema before the executor runs',
  async (input, message) => {
    const executor = vi.fn<ToolExecutor>();
    using model = new ScriptedModel([{ toolCalls: [{ name: 'get_pod', input }] }, answer]);
    const { toolCalls } = await createProvider(model).sendMessageWithTools('?', [getPod], executor);
    expect(JSON.stringify(toolCalls[0]?.output)).toMatch(new RegExp(message.source.replace(/^\^/, '')));
    expect(toolCalls[0]?.isError).toBe(true);
    expect(executor).not.toHaveBeenCalled();
  },
);

it('toBoundTools assumes that a described tool changes things outside and that it differs each time', () => {
  const [tool] = toBoundTools([getPod], async () => 1);
  expect(tool).toMatchObject({ worstEffect: 'write', openWorld: true, idempotent: false });
  expect([tool?.toModel('as it is'), tool?.toModel({ a: 1 })]).toEqual(['as it is', '{"a":1}']);
});

it('sendMessageWithTools refuses a schema against which inputs cannot be checked', async () => {
  const tool: AITool = { ...getPod, inputSchema: { type: 'object', properties: { a: { $ref: 'https://elsewhere' } } } };
  const model = new ScriptedModel([]);
  const asked = createProvider(model).sendMessageWithTools('?', [tool], async () => 1);
  await expect(asked).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/"get_pod" cannot be used: .*\$ref/),
  });
});

it('sendMessage and sendMessageWithTools throw the error of a model that fails', async () => {
  const error = new AppError({ code: 'UNAUTHORIZED', message: 'The key was refused.' });
  using model = new ScriptedModel([{ error, times: 3 }]);
  const provider = createProvider(model);
  await expect(provider.sendMessage('?')).rejects.toBe(error);
  await expect(provider.sendMessageWithTools('?', [getPod], async () => 1)).rejects.toBe(error);
  const loop = { systemPrompt: '', userMessage: '?', tools: [], toolExecutor: async () => 1 };
  await expect(provider.toolLoop(loop)).resolves.toMatchObject({ stopReason: 'model_error', error });
});

it.each([
  ['anthropic:claude-sonnet-5', 'anthropic', 'claude-sonnet-5'],
  ['ollama:llama3:8b', 'ollama', 'llama3:8b'],
])('createProvider reads provider and model from the id %s', (id, provider, name) => {
  const created = createProvider(new ScriptedModel([], id));
  expect([created.getProviderType(), created.getDefaultModel(), created.isInitialized()]).toEqual([
    provider,
    name,
    true,
  ]);
});
