import { expect, it } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { followAnswer } from './follow-answer.ts';

/** Follows an answer that ends with an error, and returns what is warned. */
async function warn({ text, errorText }: { readonly text: string; readonly errorText: string }) {
  const warned: string[] = [];
  const terminal: Terminal = {
    print: () => undefined,
    write: () => undefined,
    warn: (line) => void warned.push(line),
    isInteractive: false,
    isResultShown: false,
    ask: async () => undefined,
    readInput: async () => '',
  };
  const send = async () => new Response(null, { status: 204 });
  const connection = { web: send, tools: send, webUrl: undefined, [Symbol.asyncDispose]: async () => undefined };
  const chunks = [
    { type: 'text-delta', delta: text },
    { type: 'error', errorText },
  ];
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  const { signal } = new AbortController();
  const { exitCode } = await followAnswer(new Response(body), { connection, terminal, isJson: false, signal });
  expect(exitCode).toBe(1);
  return warned;
}

it.each([
  ['sentences that the answer said are not repeated', 'It failed: no disk. Sorry.\n', ['Try again.']],
  [
    'a part of a sentence of the answer is repeated',
    'Did you know? It failed: no disk, again.',
    ['It failed: no disk. Try again.'],
  ],
  [
    'an error that the answer said in whole is shown',
    'It failed: no disk. Try again.',
    ['It failed: no disk. Try again.'],
  ],
])('followAnswer shows an error once: %s', async (_, text, expected) => {
  expect(await warn({ text, errorText: 'It failed: no disk. Try again.' })).toEqual(expected);
});
