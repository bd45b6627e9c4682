import { userMessage, type Message } from '@shipmate/core';
import { expect } from 'vitest';
import { completed } from '../../ask.ts';
import { everyWire, weather, type AnswerQuirk, type Body } from '../quirk.ts';

const script = [{ text: 'Done.' }];
const call = { type: 'tool_call', id: 'call_1', name: 'weather', input: { place: 'Oslo' } } as const;
const result = { type: 'tool_result', id: 'call_1', name: 'weather', output: 'rain', isError: false } as const;
const staleThoughtsDropped = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };
const optionalPlace = {
  ...weather,
  inputSchema: {
    type: 'object',
    properties: { place: { $ref: '#/$defs/place' } },
    $defs: { place: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
  },
} as const;

/** A conversation with every vendor, each of whose parts carries metadata that only that vendor understands. */
const history: readonly Message[] = [
  userMessage('Where does it rain?'),
  ...everyWire.flatMap((vendor, index): Message[] => {
    const secret = `SECRET(${vendor})`;
    const metadata = {
      [vendor]: { signature: secret, thoughtSignature: secret, itemId: secret },
    };
    const id = `call_${index}`;
    return [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: `THOUGHT(${vendor})`, metadata },
          { type: 'text', text: 'Let me look.', metadata },
          { ...call, id, metadata },
        ],
      },
      { role: 'tool', content: [{ ...result, id }] },
    ];
  }),
];

function textOf(bodies: readonly Body[]): string {
  return JSON.stringify(bodies[0]);
}

/** Returns the first text of a request in any format. */
function firstWordsOf({ system, systemInstruction, messages, input }: Body): string {
  const list = (messages ?? input ?? []) as readonly unknown[];
  return JSON.stringify(system ?? systemInstruction ?? list[0]);
}

/** Quirks of the format of requests. */
export const requests: readonly AnswerQuirk[] = [
  {
    id: 'an answer in words to a forced tool',
    row: 'forced tool choice is a preference',
    source: 'vercel/ai: AI_ToolChoiceViolationError',
    wires: everyWire,
    script,
    request: { toolChoice: 'required' },
    holds: ({ events }) => expect(completed(events).finish).toBe('stop'),
  },
  {
    id: 'is not sent where it is refused',
    row: 'forced tool choice is a preference',
    source: "Anthropic docs: What's new in Claude Sonnet 5.5, forced tool use",
    wires: ['anthropic'],
    script,
    request: { toolChoice: 'required' },
    holds: ({ bodies }) => expect(bodies[0]).toMatchObject({ tool_choice: { type: 'auto' } }),
  },
  {
    id: 'stale thoughts are dropped',
    row: 'thinking is bound to what came before it',
    source: 'Anthropic docs: Preserved thinking, prefix checks',
    wires: ['anthropic'],
    script,
    holds: ({ bodies }) => expect(bodies[0]).toMatchObject({ thinking: staleThoughtsDropped }),
  },
  {
    id: 'stale thoughts are dropped, one call at a time',
    row: 'thinking is bound to what came before it',
    source: 'Anthropic docs: Preserved thinking, prefix checks',
    wires: ['anthropic'],
    settings: { parallelToolCalls: false },
    script,
    holds: ({ bodies }) =>
      expect(bodies[0]).toMatchObject({
        thinking: staleThoughtsDropped,
        tool_choice: { disable_parallel_tool_use: true },
      }),
  },
  {
    id: 'references and alternatives',
    row: 'schemas are passed on',
    source: 'Gemini API reference: FunctionDeclaration.parametersJsonSchema',
    wires: everyWire,
    script,
    request: { tools: [optionalPlace] },
    holds: ({ bodies }) => {
      expect(textOf(bodies)).toContain('"$ref":"#/$defs/place"');
      expect(textOf(bodies)).toContain('"oneOf":[{"type":"string"},{"type":"null"}]');
    },
  },
  {
    id: 'optional keys',
    row: 'strict schemas are not assumed',
    source: 'vercel/ai #7082',
    wires: ['openai', 'openrouter', 'ollama', 'openai-compatible'],
    script,
    request: { tools: [optionalPlace] },
    holds: ({ bodies }) => {
      expect(textOf(bodies)).not.toContain('"strict":true');
      expect(textOf(bodies)).not.toContain('"required":["place"]');
    },
  },
  {
    id: 'mode NONE and its like',
    row: 'a forbidden tool stays in view',
    source: 'Gemini API reference: FunctionCallingConfig.Mode',
    wires: everyWire,
    script,
    request: { toolChoice: 'none' },
    holds: ({ bodies }) => {
      expect(textOf(bodies)).toContain(weather.description);
      expect(textOf(bodies)).toMatch(/"tool_choice":"none"|"tool_choice":\{"type":"none"\}|"mode":"NONE"/);
    },
  },
  {
    id: 'with tools only',
    row: 'parallel calls can be turned off',
    source: 'OpenAI docs: parallel_tool_calls; Anthropic docs: disable_parallel_tool_use',
    wires: everyWire.filter((wire) => wire !== 'google'),
    settings: { parallelToolCalls: false },
    script,
    holds: ({ bodies }) =>
      expect(textOf(bodies)).toMatch(/"parallel_tool_calls":false|"disable_parallel_tool_use":true/),
  },
  {
    id: 'and never without',
    row: 'parallel calls can be turned off',
    source: "OpenAI API: \"'parallel_tool_calls' is only allowed when 'tools' are specified\"",
    wires: everyWire,
    settings: { parallelToolCalls: false },
    script,
    request: { tools: [] },
    holds: ({ bodies }) => expect(textOf(bodies)).not.toContain('parallel_tool'),
  },
  {
    id: 'before everything else',
    row: 'the system prompt comes first',
    source: 'AI SDK 7: system messages inside messages are refused',
    wires: everyWire,
    script,
    request: { system: 'Be brief.', messages: history },
    holds: ({ bodies: [body = {}] }) => {
      expect(firstWordsOf(body)).toContain('Be brief.');
      expect(JSON.stringify(body).split('Be brief.')).toHaveLength(2);
    },
  },
  {
    id: 'nothing and blanks',
    row: 'empty text is not sent',
    source: 'Anthropic API: "text content blocks must be non-empty"',
    wires: everyWire,
    script,
    request: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: '' }, ...userMessage('Hello').content] },
        { role: 'assistant', content: [{ type: 'text', text: '' }] },
        { role: 'assistant', content: [{ type: 'text', text: ' \n' }, call] },
        { role: 'tool', content: [result] },
      ],
    },
    holds: ({ bodies }) => expect(textOf(bodies)).not.toMatch(/"text":"(?: \\n)?"|"content":" \\n"|"parts":\[\]/),
  },
  {
    id: 'thoughts alone',
    row: 'empty text is not sent',
    source: 'vercel/ai #13430; vercel/ai #11036',
    wires: everyWire,
    script,
    request: {
      messages: [
        userMessage('Hello'),
        {
          role: 'assistant',
          content: everyWire.map((vendor) => ({
            type: 'reasoning',
            text: 'THOUGHT',
            metadata: { [vendor]: { signature: 'SIGNATURE' } },
          })),
        },
        userMessage('Are you there?'),
      ],
    },
    holds: ({ bodies }) => {
      expect(textOf(bodies)).toContain('Are you there?');
      expect(textOf(bodies)).not.toMatch(/THOUGHT|SIGNATURE|"role":"(?:assistant|model)"/);
    },
  },
  {
    id: 'the parts of the others',
    row: 'the vendor changes',
    source: 'anomalyco/opencode #6418; can1357/oh-my-pi #6379',
    wires: everyWire,
    script,
    request: { messages: history },
    holds: ({ bodies }, wire) => {
      const text = textOf(bodies);
      for (const vendor of everyWire.filter((other) => other !== wire)) {
        expect(text).not.toContain(`SECRET(${vendor})`);
        expect(text).not.toContain(`THOUGHT(${vendor})`);
      }
      expect(text.split('Let me look.')).toHaveLength(everyWire.length + 1);
    },
  },
  {
    id: 'the call ids of the others',
    row: 'the vendor changes',
    source: 'Anthropic API: "tool_use.id: String should match pattern"; Kimi K2 docs: functions.name:index',
    wires: ['anthropic'],
    script,
    request: {
      messages: [
        userMessage('Where does it rain?'),
        { role: 'assistant', content: [{ ...call, id: 'functions.weather:0' }] },
        { role: 'tool', content: [{ ...result, id: 'functions.weather:0' }] },
      ],
    },
    holds: ({ bodies }) =>
      expect(bodies[0]).toMatchObject({
        messages: [
          {},
          { content: [{ type: 'tool_use', id: 'functions_weather_0' }] },
          { content: [{ type: 'tool_result', tool_use_id: 'functions_weather_0' }] },
        ],
      }),
  },
  {
    id: 'more than four breakpoints',
    row: 'unknown models and cache breakpoints have limits',
    source: 'Anthropic docs: Prompt caching',
    wires: ['anthropic'],
    script,
    request: { system: 'Be brief.', messages: history },
    holds: ({ bodies }) => expect(textOf(bodies).split('"cache_control"')).toHaveLength(1 + 4),
  },
];
