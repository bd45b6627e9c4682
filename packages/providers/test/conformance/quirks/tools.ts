import { toBoundTools } from '@shipmate/core';
import { dynamicTool, jsonSchema } from 'ai';
import { expect } from 'vitest';
import { fromAiSdkTools } from '../../../src/interop/index.ts';
import { everyWire, weather, type LoopQuirk } from '../quirk.ts';

const done = { text: 'In Oslo.' };
const longName = `weather_${'of_a_place_'.repeat(8)}`;
const bound = await fromAiSdkTools(
  Object.fromEntries(
    ['sky.look', longName].map((name) => [
      name,
      dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => `rain from ${name}` }),
    ]),
  ),
);
const names = bound.map(({ name }) => name);

/** Quirks of tool definitions. */
export const tools: readonly LoopQuirk[] = [
  {
    id: 'with dots, and too long: replaced and found again',
    row: 'tool names have a length and an alphabet',
    source: 'openai/codex #8174; mastra-ai/mastra #6302',
    wires: everyWire,
    config: { tools: bound },
    script: [{ toolCalls: names.map((name, at) => ({ id: `call_${at}`, name, input: {} })) }, done],
    holds: ({ result, bodies }) => {
      for (const name of names) {
        expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(JSON.stringify(bodies[0])).toContain(`"name":"${name}"`);
      }
      expect(result.toolCallsExecuted.map(({ output }) => output)).toEqual([
        'rain from sky.look',
        `rain from ${longName}`,
      ]);
    },
  },
  {
    id: 'as many as every provider takes',
    row: 'tools have a number',
    source: 'zed-industries/zed #32946',
    wires: everyWire,
    config: {
      tools: toBoundTools(
        Array.from({ length: 128 }, (_, at) => ({ ...weather, name: `weather_${at}` })),
        async () => 'x'.repeat(20_000),
      ),
    },
    script: [{ toolCalls: [{ id: 'call_1', name: 'weather_0', input: { place: 'Oslo' } }] }, done],
    holds: ({ result, bodies }) => {
      expect(result.stopReason).toBe('final');
      // A result was truncated, and no tool for reading on is added to so many.
      for (const body of bodies)
        expect(JSON.stringify(body).match(/"name":"weather_\d+","description"/g)).toHaveLength(128);
      expect(JSON.stringify(bodies)).not.toContain('"name":"read_result"');
    },
  },
];
