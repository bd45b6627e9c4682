import { expect } from 'vitest';
import { completed } from '../../ask.ts';
import { everyWire, type AnswerQuirk } from '../quirk.ts';

const [oslo, rome] = [{ place: 'Oslo' }, { place: 'Rome' }];
const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'llama3.2' };

function callsOf({ events }: Parameters<AnswerQuirk['holds']>[0]) {
  return completed(events).message.content.filter((part) => part.type === 'tool_call');
}

function expectTwoCalls(outcome: Parameters<AnswerQuirk['holds']>[0]): void {
  const calls = callsOf(outcome);
  expect(calls).toMatchObject([{ input: oslo }, { input: rome }]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect(calls.every(({ id }) => id !== '')).toBe(true);
  expect(outcome.events.flatMap((event) => (event.type === 'tool_use_start' ? event.id : []))).toEqual(
    calls.map(({ id }) => id),
  );
}

/** Returns two whole calls with the same index, as Ollama streams them. */
function atIndexZero(ids: readonly (string | undefined)[]) {
  const chunks = [oslo, rome].map((place, at) => ({
    delta: {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: ids[at], index: 0, type: 'function', function: { name: 'weather', arguments: JSON.stringify(place) } },
      ],
    },
    finish_reason: null,
  }));
  const choices = [...chunks, { delta: { role: 'assistant', content: '' }, finish_reason: 'tool_calls' }];
  const events = choices.map((choice) => ({ data: { ...envelope, choices: [{ index: 0, ...choice }] } }));
  return [{ events: [...events, { data: '[DONE]' }] }];
}

/** Quirks of tool calls. */
export const calls: readonly AnswerQuirk[] = [
  {
    id: 'no ids',
    row: 'ids are optional',
    source: 'Gemini API reference: FunctionCall.id is optional; BerriAI/litellm #11262',
    wires: ['google', 'ollama', 'openai-compatible'],
    script: [{ toolCalls: [oslo, rome].map((input) => ({ name: 'weather', input })) }],
    holds: expectTwoCalls,
  },
  {
    id: 'one id twice',
    row: 'ids repeat',
    source: 'tetsuo-ai/agenc-core #417; anthropics/anthropic-sdk-csharp #53',
    wires: everyWire,
    script: [{ toolCalls: [oslo, rome].map((input) => ({ id: 'a', name: 'weather', input })) }],
    holds: expectTwoCalls,
  },
  {
    id: 'index 0 twice',
    row: 'indexes repeat',
    source: 'ollama/ollama #15457',
    wires: ['ollama', 'openai-compatible'],
    script: atIndexZero(['call_1', 'call_2']),
    holds: expectTwoCalls,
  },
  {
    id: 'index 0 twice, without ids',
    row: 'indexes repeat',
    source: 'vercel/ai #14277',
    wires: ['ollama', 'openai-compatible'],
    script: atIndexZero([undefined, undefined]),
    holds: expectTwoCalls,
  },
  {
    id: 'not JSON',
    row: 'arguments are malformed',
    source: 'Datus-ai/Datus-agent #685',
    wires: everyWire.filter((wire) => wire !== 'google'),
    script: [{ toolCalls: [{ id: 'a', name: 'weather', input: '{place: Oslo' }] }],
    holds: (outcome) => expect(callsOf(outcome)).toMatchObject([{ input: '{place: Oslo', malformed: true }]),
  },
  {
    id: 'nothing at all',
    row: 'arguments are malformed',
    source: 'vercel/ai #6687; openai/openai-agents-js #664',
    wires: everyWire.filter((wire) => wire !== 'google'),
    script: [{ toolCalls: [{ id: 'a', name: 'weather', input: '' }] }],
    holds: (outcome) => expect(callsOf(outcome)).toMatchObject([{ input: {} }]),
  },
  {
    id: 'a name with a prefix is handed on as it is',
    row: 'names are decorated',
    source: 'tontinton/maki #518',
    wires: everyWire,
    script: [{ toolCalls: [{ id: 'a', name: 'functions.weather', input: oslo }] }],
    holds: (outcome) => expect(callsOf(outcome)).toMatchObject([{ name: 'functions.weather', input: oslo }]),
  },
];
