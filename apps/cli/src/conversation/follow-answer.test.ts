import { expect, it } from 'vitest';
import type { Connection, Send } from '../connection/connection.ts';
import type { Terminal } from '../terminal.ts';
import { followAnswer } from './follow-answer.ts';

function toTerminal(warned: string[]): Terminal {
  return {
    print: () => undefined,
    write: () => undefined,
    warn: (line) => void warned.push(line),
    isInteractive: false,
    isResultShown: false,
    ask: async () => undefined,
    readInput: async () => '',
  };
}

function connectBy(send: Send): Connection {
  return { web: send, tools: send, webUrl: undefined, [Symbol.asyncDispose]: async () => undefined };
}

/** Follows an answer, and returns what is warned. */
async function warn(...chunks: readonly object[]) {
  const warned: string[] = [];
  const terminal = toTerminal(warned);
  const connection = connectBy(async () => new Response(null, { status: 204 }));
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  const { signal } = new AbortController();
  const { exitCode } = await followAnswer(new Response(body), { connection, terminal, isJson: false, signal });
  return { exitCode, warned };
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
  const error = { type: 'error', errorText: 'It failed: no disk. Try again.' };
  expect(await warn({ type: 'text-delta', delta: text }, error)).toEqual({ exitCode: 1, warned: expected });
});

it('followAnswer shows the limit that ended an answer', async () => {
  const messageMetadata = { cutShort: { by: 'limit', message: 'It reached its limit.' } };
  expect(await warn({ type: 'finish', finishReason: 'other', messageMetadata })).toEqual({
    exitCode: 0,
    warned: ['It reached its limit.'],
  });
});

it('followAnswer reports a server that cannot be reached when the answer is to be stopped', async () => {
  const connection = connectBy(async () => {
    throw new Error('Shipmate cannot be reached.');
  });
  const answer = Promise.withResolvers<void>();
  const body = new ReadableStream({ pull: async () => answer.promise });
  const headers = { 'x-shipmate-conversation': '01a2' };
  const interrupt = new AbortController();
  const followed = followAnswer(new Response(body, { headers }), {
    connection,
    terminal: toTerminal([]),
    isJson: false,
    signal: interrupt.signal,
  });
  interrupt.abort();
  // The runtime reports a rejection without a handler before the next task.
  await new Promise((resolve) => setImmediate(resolve));
  answer.reject(new Error('The connection was closed.'));
  await expect(followed).rejects.toThrow('Shipmate cannot be reached.');
});
