import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startScriptedServer, type ScriptedTurn } from '../src/testing/index.ts';
import { ask, completed, failed } from './ask.ts';
import { modelAt, wires } from './wire.ts';

const vendorsWords = 'the request "my secret plan" was refused by pod gpu-17';
const bodies = { error: { type: 'error', message: vendorsWords, code: 'x', status: 'X' } };

const refusals = [
  { status: 400, code: 'EXTERNAL_API_ERROR', recoverable: false, says: 'rejected the request' },
  { status: 401, code: 'EXTERNAL_API_ERROR', recoverable: false, says: 'refused access' },
  { status: 402, code: 'EXTERNAL_API_ERROR', recoverable: false, says: 'no credit' },
  { status: 403, code: 'EXTERNAL_API_ERROR', recoverable: false, says: 'refused access' },
  { status: 404, code: 'EXTERNAL_API_ERROR', recoverable: false, says: 'has no model' },
  { status: 429, code: 'RATE_LIMITED', recoverable: true, says: 'how often' },
  { status: 500, code: 'EXTERNAL_API_ERROR', recoverable: true, says: 'is failing' },
  { status: 529, code: 'EXTERNAL_API_ERROR', recoverable: true, says: 'is failing' },
];
const table = wires.flatMap((wire) => refusals.map((refusal) => ({ ...wire, ...refusal })));

test.each(table)('$id: HTTP $status is $code', async ({ status, code, recoverable, says, ...wire }) => {
  await using server = await startScriptedServer(wire.format, { status, body: bodies });
  const { error } = failed(await ask(modelAt(wire, server.url)));
  expect(error).toMatchObject({ code, recoverable, details: { provider: wire.id.split(':')[0], status } });
  expect(error.message).toContain(wire.vendor);
  expect(error.message).toContain(says);
  expect(error.message).not.toContain('secret');
  expect(server.requests).toHaveLength(1);
});

test.each(wires.filter(({ key }) => key))('$id: a rejected key is named by its variable', async (wire) => {
  await using server = await startScriptedServer(wire.format, { status: 401, body: bodies });
  const { error } = failed(await ask(modelAt(wire, server.url)));
  expect(error.message).toContain(wire.keyVariable);
});

test.each(wires)('$id: an unreachable server is UNAVAILABLE', async (wire) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { error } = failed(await ask(modelAt(wire, `http://127.0.0.1:${port}`)));
  expect(error.code).toBe('UNAVAILABLE');
  expect(error.message).toContain(wire.vendor);
});

const broken: readonly { readonly how: string; readonly turn: ScriptedTurn; readonly code: string }[] = [
  { how: 'is cut off', turn: { text: 'One, two, ', ending: 'cut' }, code: 'EXTERNAL_API_ERROR' },
  { how: 'loses its connection', turn: { text: 'One, two, ', ending: 'reset' }, code: 'UNAVAILABLE' },
];
const breakages = wires.flatMap((wire) => broken.map((breakage) => ({ ...wire, ...breakage })));

test.each(breakages)('$id: an answer that $how is $code after its text', async ({ turn, code, ...wire }) => {
  await using server = await startScriptedServer(wire.format, turn);
  const events = await ask(modelAt(wire, server.url));
  expect(events[0]).toEqual({ type: 'message_start' });
  expect(failed(events).error).toMatchObject({ code, recoverable: true });
});

const limits = [
  { finish: 'length', expected: 'length' },
  { finish: 'content_filter', expected: 'content_filter' },
] as const;
const limited = wires.flatMap((wire) => limits.map((limit) => ({ ...wire, ...limit })));

test.each(limited)(
  '$id: an answer that stops for $finish reports the reason',
  async ({ finish, expected, ...wire }) => {
    await using server = await startScriptedServer(wire.format, { text: 'One, two, ', finish });
    expect(completed(await ask(modelAt(wire, server.url))).finish).toBe(expected);
  },
);
