import { createToolExecutionContext, toAppError, type BoundTool } from '@shipmate/core';
import { dynamicTool, jsonSchema, tool, type Tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromAiSdkTool, fromAiSdkTools, type AiSdkToolOptions } from './from-ai-sdk-tool.ts';

const context = createToolExecutionContext({
  principal: { userId: 'user', organizationId: 'organization', via: 'local' },
  toolCallId: 'call_1',
});
const weather = tool({
  description: 'Tells the sky over a place.',
  inputSchema: z.object({ place: z.string(), days: z.number().default(1) }),
  execute: async ({ place, days }) => ({ place, days, sky: 'rain' }),
});

function bind(bound: Tool, options?: AiSdkToolOptions): Promise<BoundTool> {
  return fromAiSdkTool('weather', bound, options);
}

async function call(bound: Tool, input: unknown = {}, options?: AiSdkToolOptions) {
  const callable = await bind(bound, options);
  return callable.execute(callable.parse(input), context);
}

test('fromAiSdkTool gives the model the schema and the tool the parsed input', async () => {
  const bound = await bind(weather);
  expect(bound).toMatchObject({
    name: 'weather',
    description: 'Tells the sky over a place.',
    inputSchema: {
      type: 'object',
      properties: { place: { type: 'string' }, days: { type: 'number' } },
      required: ['place'],
    },
  });
  expect(await call(weather, { place: 'Oslo' })).toEqual({ place: 'Oslo', days: 1, sky: 'rain' });
});

describe('the input of an AI SDK tool is checked', () => {
  test('against a zod schema', async () => {
    await expect(call(weather, { place: 7 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('place'),
    });
  });

  test('against a JSON Schema, which the AI SDK itself does not check', async () => {
    const called: unknown[] = [];
    const loose = dynamicTool({
      inputSchema: jsonSchema({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }),
      execute: async (input) => called.push(input),
    });
    await expect(call(loose, { n: 'none' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(called).toEqual([]);
    await call(loose, { n: 1 });
    expect(called).toEqual([{ n: 1 }]);
  });

  test('by the rules that JSON Schema cannot express', async () => {
    const even = tool({
      inputSchema: z.object({ n: z.number().refine((n) => n % 2 === 0) }),
      execute: async () => 'even',
    });
    await expect(call(even, { n: 1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await call(even, { n: 2 })).toBe('even');
  });
});

test('the effect of an AI SDK tool is write unless the options set another', async () => {
  const trusted = await bind(weather, { effect: 'read', category: 'sky', timeoutMs: 5 });
  expect(await bind(weather)).toMatchObject({ worstEffect: 'write', idempotent: false, openWorld: true });
  expect(trusted).toMatchObject({ worstEffect: 'read', idempotent: true, category: 'sky', timeoutMs: 5 });
  expect(trusted.effect({})).toBe('read');
});

test('a call of an AI SDK tool receives its id, its signal and its context', async () => {
  const seen: unknown[] = [];
  const curious = tool({
    description: ({ context: { city } }: { context: { city: string } }) => `Looks over ${city}.`,
    inputSchema: z.object({}),
    contextSchema: z.object({ city: z.string() }),
    execute: async (_input, { toolCallId, abortSignal, context: { city } }) => {
      seen.push(toolCallId, abortSignal, city);
    },
  });
  const bound = await bind(curious, { context: { city: 'Oslo' } });
  await bound.execute({}, context);
  expect(bound.description).toBe('Looks over Oslo.');
  expect(seen).toEqual(['call_1', context.signal, 'Oslo']);
});

test("the last stage of an AI SDK tool's result counts", async () => {
  const slow = tool({
    inputSchema: z.object({}),
    async *execute() {
      yield 'some';
      yield 'all';
    },
  });
  expect(await call(slow)).toBe('all');
});

describe("the model's view of an AI SDK tool's output", () => {
  test.each([
    { what: 'a text', output: { type: 'text', value: 'Rain.' }, text: 'Rain.' },
    { what: 'JSON', output: { type: 'json', value: { sky: 'rain' } }, text: '{"sky":"rain"}' },
    { what: 'a refusal', output: { type: 'execution-denied', reason: 'Not now.' }, text: 'Not now.' },
    {
      what: 'parts',
      output: {
        type: 'content',
        value: [
          { type: 'text', text: 'Rain.' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
        ],
      },
      text: 'Rain.\n[image/png, not shown]',
    },
  ] as const)('is the result of toModelOutput: $what', async ({ output, text }) => {
    for (const result of [{ sky: 'rain' }, 'rain']) {
      const bound = await bind(
        tool({ inputSchema: z.object({}), execute: async () => result, toModelOutput: () => output as never }),
      );
      expect(bound.toModel(await bound.execute({}, context))).toBe(text);
    }
  });

  test('is the output itself without toModelOutput', async () => {
    const bound = await bind(weather);
    expect(bound.toModel(await bound.execute({ place: 'Oslo' }, context))).toBe(
      '{"place":"Oslo","days":1,"sky":"rain"}',
    );
  });
});

describe('an AI SDK tool that throws', () => {
  const broken = tool({
    inputSchema: z.object({}),
    execute: async (): Promise<string> => {
      throw new Error('the password is hunter2');
    },
  });

  test('hides the error by default', async () => {
    const thrown: unknown = await call(broken).catch((error: unknown) => error);
    expect(toAppError(thrown)).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.not.stringContaining('hunter2'),
    });
  });

  test("reports the caller's description of the error", async () => {
    const options = { describeError: () => 'The station is closed.' };
    await expect(call(broken, {}, options)).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: 'The station is closed.',
    });
  });
});

test('fromAiSdkTool rejects a tool that does not run here', async () => {
  const remote = tool({ inputSchema: z.object({}), outputSchema: z.string() });
  await expect(bind(remote)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('fromAiSdkTools binds a set of tools with the options of each, under names that all providers accept', async () => {
  const bound = await fromAiSdkTools({ 'sky.look': weather, weather }, (name) =>
    name === 'weather' ? { effect: 'read' } : {},
  );
  expect(bound.map(({ worstEffect }) => worstEffect)).toEqual(['write', 'read']);
  expect(bound.map(({ name }) => name)).toEqual([expect.stringMatching(/^sky_look_[0-9a-f]{8}$/), 'weather']);
});
