import { expect } from 'vitest';
import type { ScriptedTurn } from '../../../src/testing/index.ts';
import { completed, failed } from '../../ask.ts';
import type { AnswerQuirk, LoopQuirk } from '../quirk.ts';

const row = 'Ollama has a format of its own';
const wires = ['ollama-native'];
const source = 'Ollama API reference: POST /api/chat';
const calls = [{ place: 'Oslo' }, { place: 'Rome' }].map((input) => ({ name: 'weather', input }));

function breaks(id: string, turn: ScriptedTurn): AnswerQuirk {
  const holds: AnswerQuirk['holds'] = ({ events }) => expect(failed(events).error.recoverable).toBe(true);
  return { id, row, wires, source, script: [turn], holds };
}

/** Quirks of single answers of Ollama's own API. */
export const ollamaAnswers: readonly AnswerQuirk[] = [
  {
    id: 'thinking, words and calls',
    row,
    wires,
    source,
    script: [
      { thinking: { text: 'Hm.' }, text: 'Let me look.', toolCalls: calls, usage: { inputTokens: 9, outputTokens: 4 } },
    ],
    holds: ({ events }) =>
      expect(completed(events)).toMatchObject({
        finish: 'tool_calls',
        usage: { inputTokens: 9, outputTokens: 4 },
        message: {
          content: [{ text: 'Hm.' }, { text: 'Let me look.' }, { input: calls[0]?.input }, { input: calls[1]?.input }],
        },
      }),
  },
  {
    id: 'done_reason length',
    row,
    wires,
    source,
    script: [{ text: 'Well, ', finish: 'length' }],
    holds: ({ events }) => expect(completed(events).finish).toBe('length'),
  },
  breaks('error line', { text: 'Well, ', ending: 'failed' }),
  breaks('no last line', { text: 'Well, ', ending: 'cut' }),
  breaks('half a line', { text: 'Well, ', ending: 'torn' }),
  breaks('lost connection', { text: 'Well, ', ending: 'reset' }),
];

/** Quirks of Ollama's own API over two requests. */
export const ollamaLoops: readonly LoopQuirk[] = [
  {
    id: 'results by the name of their tool',
    row,
    wires,
    source,
    script: [{ toolCalls: calls }, { text: 'In Rome.' }],
    holds: ({ result, bodies }) => {
      expect(result).toMatchObject({ stopReason: 'final', finalMessage: 'In Rome.' });
      expect(bodies[1]).toMatchObject({
        messages: [
          { role: 'system' },
          { role: 'user' },
          { role: 'assistant', tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })) },
          { role: 'tool', tool_name: 'weather', content: 'rain: {"place":"Oslo"}' },
          { role: 'tool', tool_name: 'weather', content: 'rain: {"place":"Rome"}' },
        ],
      });
    },
  },
];
