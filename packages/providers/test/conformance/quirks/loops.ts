import { expect } from 'vitest';
import type { ScriptedAnswer } from '../../../src/testing/index.ts';
import { expectAnswered, messagesOf } from '../outcome.ts';
import { everyWire, type LoopQuirk } from '../quirk.ts';

const oslo = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const rome = { id: 'call_2', name: 'weather', input: { place: 'Rome' } };
const done: ScriptedAnswer = { text: 'Everywhere.' };

/** One chunk of Chat Completions whose call has Gemini's signature. */
const signedChunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'gemini',
  choices: [
    {
      index: 0,
      delta: {
        role: 'assistant',
        tool_calls: [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: 'weather', arguments: '{"place":"Oslo"}' },
            extra_content: { google: { thought_signature: 'SIGNATURE' } },
          },
        ],
      },
      finish_reason: 'tool_calls',
    },
  ],
};

/** Quirks that show over several requests. */
export const loops: readonly LoopQuirk[] = [
  {
    id: 'one user message for all results',
    row: 'every call is answered in the next message',
    source: 'Anthropic docs: Handle tool calls',
    wires: ['anthropic'],
    script: [{ text: 'Let me look.', toolCalls: [oslo, rome] }, done],
    holds: ({ result, bodies }) => {
      expectAnswered(result);
      expect(messagesOf(bodies[1]).at(-1)).toMatchObject({
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1' },
          { type: 'tool_result', tool_use_id: 'call_2' },
        ],
      });
    },
  },
  {
    id: 'calls at the output limit',
    row: 'every call is answered in the next message',
    source: 'anthropics/claude-code #5705',
    wires: everyWire,
    script: [{ toolCalls: [oslo, rome], finish: 'length', times: Infinity }],
    holds: ({ result }) => {
      expect(result.stopReason).toBe('truncated');
      expect(result.toolCallsExecuted).toEqual([]);
      expectAnswered(result);
    },
  },
  {
    id: 'signature and redacted thinking',
    row: 'thinking is replayed unchanged',
    source: 'Anthropic docs: Extended thinking with tool use',
    wires: ['anthropic'],
    script: [
      { thinking: { text: 'Hm.', signature: 'SIGNATURE' }, redactedThinking: 'REDACTED', toolCalls: [oslo] },
      done,
    ],
    holds: ({ bodies }) =>
      expect(messagesOf(bodies[1])[1]).toMatchObject({
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'SIGNATURE' },
          { type: 'redacted_thinking', data: 'REDACTED' },
          { type: 'tool_use', id: 'call_1' },
        ],
      }),
  },
  {
    id: 'reasoning_content',
    row: 'thinking is replayed unchanged',
    source: 'DeepSeek API docs: Thinking mode, tool calls',
    wires: ['ollama', 'openai-compatible'],
    script: [{ thinking: { text: 'Hm.' }, toolCalls: [oslo] }, done],
    holds: ({ bodies }) => expect(messagesOf(bodies[1])[2]).toMatchObject({ reasoning_content: 'Hm.' }),
  },
  {
    id: 'on each call',
    row: 'thought signatures come back with their call',
    source: 'Gemini API docs: Thought signatures',
    wires: ['google'],
    script: [
      { toolCalls: [{ ...oslo, signature: 'FIRST' }, rome] },
      { toolCalls: [{ ...rome, id: 'call_3', signature: 'SECOND' }] },
      done,
    ],
    holds: ({ bodies }) =>
      expect(messagesOf(bodies[2]).filter(({ role }) => role === 'model')).toMatchObject([
        { parts: [{ functionCall: { name: 'weather' }, thoughtSignature: 'FIRST' }, { functionCall: {} }] },
        { parts: [{ functionCall: { name: 'weather' }, thoughtSignature: 'SECOND' }] },
      ]),
  },
  {
    id: 'missing',
    row: 'thought signatures come back with their call',
    source: 'Gemini API docs: Thought signatures, skip_thought_signature_validator',
    wires: ['google'],
    script: [{ toolCalls: [oslo] }, done],
    holds: ({ bodies }) =>
      expect(messagesOf(bodies[1])[1]).toMatchObject({
        parts: [{ thoughtSignature: 'skip_thought_signature_validator' }],
      }),
  },
  {
    id: 'in extra_content',
    row: 'thought signatures come back with their call',
    source: 'Gemini API docs: OpenAI compatibility, thought signatures',
    wires: ['ollama', 'openai-compatible'],
    script: [{ events: [{ data: signedChunk }, { data: '[DONE]' }] }, done],
    holds: ({ bodies }) => expect(JSON.stringify(bodies[1])).toContain('"thought_signature":"SIGNATURE"'),
  },
  {
    id: 'encrypted, before its calls',
    row: 'reasoning stays with its call',
    source: 'OpenAI docs: Reasoning models, encrypted reasoning; vercel/ai #11036',
    wires: ['openai'],
    script: [{ thinking: { text: '', signature: 'ENCRYPTED' }, toolCalls: [oslo] }, done],
    holds: ({ bodies }) =>
      expect(messagesOf(bodies[1]).slice(2)).toMatchObject([
        { type: 'reasoning', encrypted_content: 'ENCRYPTED' },
        { type: 'function_call', call_id: 'call_1' },
        { type: 'function_call_output', call_id: 'call_1' },
      ]),
  },
  {
    id: 'cached and uncached apart',
    row: 'usage includes what was cached',
    source: 'Anthropic docs: Prompt caching, tracking cache performance; OpenAI API reference: input_tokens_details',
    wires: ['anthropic', 'openai', 'openrouter'],
    script: [
      { toolCalls: [oslo], usage: { inputTokens: 100, outputTokens: 5, cacheWriteTokens: 80 } },
      { text: 'Rain.', usage: { inputTokens: 120, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 30 } },
    ],
    holds: ({ result }) =>
      expect(result.usage).toMatchObject({ inputTokens: 220, cacheReadTokens: 80, cacheWriteTokens: 110 }),
  },
  {
    id: 'only reads are told',
    row: 'usage includes what was cached',
    source: 'Gemini API reference: cachedContentTokenCount; vLLM docs: prompt_tokens_details',
    wires: ['google', 'ollama', 'openai-compatible'],
    script: [{ text: 'Rain.', usage: { inputTokens: 120, outputTokens: 5, cacheReadTokens: 80 } }],
    holds: ({ result }) =>
      expect(result.usage).toMatchObject({ inputTokens: 120, cacheReadTokens: 80, cacheWriteTokens: 0 }),
  },
  {
    id: 'two hundred at once',
    row: 'calls are many',
    source: 'openai/openai-agents-python #1859',
    wires: everyWire,
    script: [
      {
        toolCalls: Array.from({ length: 200 }, (_, at) => ({ ...oslo, id: `call_${at}`, input: { place: `P${at}` } })),
      },
      done,
    ],
    holds: ({ result, bodies }) => {
      expect(result).toMatchObject({ stopReason: 'final', finalMessage: done.text });
      expect(result.toolCallsExecuted).toHaveLength(200);
      expectAnswered(result);
      expect(JSON.stringify(bodies[1]).match(/rain: /g)).toHaveLength(200);
    },
  },
  {
    id: 'calls although calls are forbidden',
    row: 'a model ignores what it is told',
    source: 'vercel/ai #12335',
    wires: everyWire,
    script: [{ toolCalls: [oslo] }, { toolCalls: [rome], times: Infinity }],
    config: { maxIterations: 2 },
    holds: ({ result }) => {
      expect(result).toMatchObject({ stopReason: 'max_iterations', toolCallsExecuted: [{ toolCallId: 'call_1' }] });
      expectAnswered(result);
    },
  },
  {
    id: 'the same call for ever',
    row: 'a model ignores what it is told',
    source: 'vercel/ai #17606',
    wires: everyWire,
    script: [{ toolCalls: [oslo], times: Infinity }],
    holds: ({ result, bodies }) => {
      expect(result).toMatchObject({ stopReason: 'repeated_call', iterations: 6 });
      expect(result.toolCallsExecuted.filter(({ isError }) => !isError)).toHaveLength(3);
      // Three calls that run, two that are rejected, the last turn, and one more request for text.
      expect(bodies).toHaveLength(7);
      expectAnswered(result);
    },
  },
];
