import { toBoundTools } from '@shipmate/core';
import { expect } from 'vitest';
import { expectAnswered, restartsOf } from '../outcome.ts';
import { everyWire, type LoopQuirk } from '../quirk.ts';

const place = { place: 'Oslo' };
const done = { text: 'In Oslo.' };
/** The wires with text arguments; Gemini's are never text. */
const wiresOfText = everyWire.filter((wire) => wire !== 'google');

/** Expects that the call runs as intended, without an additional request. */
const isRun: LoopQuirk['holds'] = (outcome) => {
  const { result, bodies } = outcome;
  expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
  expect(result.toolCallsExecuted).toMatchObject([{ tool: 'weather', input: place, isError: false }]);
  expect(result.messages[1]).toMatchObject({ content: [{ name: 'weather', input: place }] });
  expect(bodies).toHaveLength(2);
  expect(restartsOf(outcome)).toEqual([]);
  expectAnswered(result);
};

/** Expects that the call gets an error as its result, and the model continues. */
function isRefused(why: RegExp): LoopQuirk['holds'] {
  return ({ result, bodies }) => {
    expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
    expect(result.toolCallsExecuted.filter(({ isError }) => !isError)).toEqual([]);
    expect(result.messages[2]).toMatchObject({ content: [{ isError: true, output: expect.stringMatching(why) }] });
    expect(JSON.stringify(bodies[1])).toMatch(why);
    expectAnswered(result);
  };
}

function decorated(name: string, source: string): LoopQuirk {
  return {
    id: `${name} is repaired`,
    row: 'names are decorated',
    source,
    wires: everyWire,
    script: [{ toolCalls: [{ id: 'call_1', name, input: place }] }, done],
    holds: isRun,
  };
}

function nearJson(id: string, input: string, source: string): LoopQuirk {
  return {
    id: `${id}: repaired`,
    row: 'arguments are malformed',
    source,
    wires: wiresOfText,
    script: [{ toolCalls: [{ id: 'call_1', name: 'weather', input }] }, done],
    holds: isRun,
  };
}

/** The loop's handling of calls that are repairable, and of those that are not. */
export const repairs: readonly LoopQuirk[] = [
  decorated('functions.weather', 'tontinton/maki #518'),
  decorated('default_api:weather', 'BigPizzaV3/CodexPlusPlus #332; googleapis/python-genai #430'),
  decorated('get_weather', 'RooCodeInc/Roo-Code #4530'),
  decorated('Weather', 'earendil-works/pi #4517'),
  {
    id: 'no such tool',
    row: 'names are decorated',
    source: 'OpenHands/OpenHands #5111',
    wires: everyWire,
    script: [{ toolCalls: [{ id: 'call_1', name: 'execute_python', input: place }] }, done],
    holds: isRefused(/Tool \W+execute_python\W+not found\. Available tools: weather/),
  },
  nearJson('a code fence', '```json\n{"place": "Oslo"}\n```', 'earendil-works/pi #8858'),
  nearJson('quotes and commas of Python', "{'place': 'Oslo',}", 'mozilla-ai/clawbolt #291'),
  nearJson('a missing brace', '{"place": "Oslo"', 'mozilla-ai/clawbolt #291'),
  nearJson('the arguments twice', '{"place": "Oslo"}{"place": "Oslo"}', 'anomalyco/opencode #23067'),
  {
    id: 'beyond repair',
    row: 'arguments are malformed',
    source: 'MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark #55',
    wires: wiresOfText,
    script: [{ toolCalls: [{ id: 'call_1', name: 'weather', input: '{"place":"Os' }] }, done],
    holds: isRefused(/JSON/),
  },
  {
    id: 'nothing at all, for a tool that wants nothing',
    row: 'arguments are malformed',
    source: 'vercel/ai #6687; openai/openai-agents-js #664',
    wires: wiresOfText,
    script: [{ toolCalls: [{ id: 'call_1', name: 'now', input: '' }] }, done],
    config: {
      tools: toBoundTools(
        [{ name: 'now', description: 'Tells the time.', inputSchema: { type: 'object', properties: {} } }],
        async () => 'noon',
      ),
    },
    holds: ({ result }) => {
      expect(result.toolCallsExecuted).toMatchObject([{ tool: 'now', input: {}, output: 'noon', isError: false }]);
      expectAnswered(result);
    },
  },
  {
    id: 'one id twice, each answered',
    row: 'ids repeat',
    source: 'tetsuo-ai/agenc-core #417; anthropics/anthropic-sdk-csharp #53',
    wires: everyWire,
    script: [
      { toolCalls: ['Oslo', 'Rome'].map((name) => ({ id: 'a', name: 'weather', input: { place: name } })) },
      { toolCalls: [{ id: 'a', name: 'weather', input: { place: 'Bern' } }] },
      done,
    ],
    holds: ({ result, bodies }) => {
      expect(result.toolCallsExecuted.map(({ input }) => input)).toEqual(
        ['Oslo', 'Rome', 'Bern'].map((name) => ({ place: name })),
      );
      expect(JSON.stringify(bodies[2]).match(/rain: /g)).toHaveLength(3);
      expectAnswered(result);
    },
  },
  {
    id: 'no ids, each answered',
    row: 'ids are optional',
    source: 'Gemini API reference: FunctionCall.id is optional; BerriAI/litellm #11262',
    wires: ['google', 'ollama', 'openai-compatible', 'ollama-native'],
    script: [{ toolCalls: ['Oslo', 'Rome'].map((name) => ({ name: 'weather', input: { place: name } })) }, done],
    holds: ({ result, bodies }) => {
      expect(result.toolCallsExecuted).toHaveLength(2);
      expect(JSON.stringify(bodies[1]).match(/rain: /g)).toHaveLength(2);
      expectAnswered(result);
    },
  },
];
