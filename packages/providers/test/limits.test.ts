import {
  createToolExecutionContext,
  runToolLoop,
  toBoundTools,
  userMessage,
  type LoopEvent,
  type ModelRequest,
} from '@shipmate/core';
import { expect, test } from 'vitest';
import type { ModelLimits } from '../src/index.ts';
import { limitsTable } from '../src/limits/limits-table.ts';
import { startScriptedServer, type ScriptedServer } from '../src/testing/index.ts';
import { ask } from './ask.ts';
import { modelAt, wires, type Wire } from './wire.ts';

interface Asking {
  readonly limits?: ModelLimits;
  readonly request?: Partial<ModelRequest>;
}

function bodyOf({ requests }: ScriptedServer, at: number): Record<string, unknown> {
  return requests[at]?.body as Record<string, unknown>;
}

/** Returns the output limit of a request, in any format. */
async function lengthAskedFor(wire: Wire, { limits, request }: Asking = {}): Promise<unknown> {
  await using server = await startScriptedServer(wire.format, { text: 'Hello.' });
  await ask(modelAt(wire, server.url, limits && { limits }), request);
  const { max_tokens, max_output_tokens, generationConfig } = bodyOf(server, 0);
  const { maxOutputTokens } = (generationConfig ?? {}) as Record<string, unknown>;
  return max_tokens ?? max_output_tokens ?? maxOutputTokens;
}

function wireTo(id: string): Wire {
  const wire = wires.find((candidate) => candidate.id.split(':')[0] === id.split(':')[0]);
  if (wire === undefined) throw new Error(`There is no wire to ${id}.`);
  return { ...wire, id };
}

const known = Object.entries(limitsTable).map(([id, limits]) => ({ id, ...limits }));

test.each(known)('$id has limits of $contextTokens input and $maxOutputTokens output tokens', ({ id, ...limits }) => {
  expect(modelAt(wireTo(id), 'http://127.0.0.1:1')).toMatchObject(limits);
});

test.each(known)('$id may answer up to its output limit', async ({ id, maxOutputTokens }) => {
  // Anthropic requires a limit in each request; the others grant the model's own by default.
  const expected = id.startsWith('anthropic:') ? maxOutputTokens : undefined;
  expect(await lengthAskedFor(wireTo(id))).toBe(expected);
});

const unknown = wires.map(({ id }) => `${id.split(':')[0]}:acme-1`);

test.each(unknown)('%s has no known limits, and may answer 4096 tokens', async (id) => {
  const model = modelAt(wireTo(id), 'http://127.0.0.1:1');
  expect(model.contextTokens).toBeUndefined();
  expect(model.maxOutputTokens).toBeUndefined();
  expect(await lengthAskedFor(wireTo(id))).toBe(4096);
});

test.each([...unknown, 'anthropic:claude-sonnet-5-5', 'openai:gpt-6-astra'])(
  '%s may answer up to the limit of its caller, or of a request',
  async (id) => {
    const limits = { contextTokens: 32_000, maxOutputTokens: 9000 };
    expect(modelAt(wireTo(id), 'http://127.0.0.1:1', { limits })).toMatchObject(limits);
    expect(await lengthAskedFor(wireTo(id), { limits })).toBe(9000);
    expect(await lengthAskedFor(wireTo(id), { limits, request: { maxOutputTokens: 700 } })).toBe(700);
  },
);

test("a loop keeps within its model's context window by default", async () => {
  const wire = wireTo('openai-compatible:acme-1');
  const call = (at: number) => ({ toolCalls: [{ id: `call_${at}`, name: 'read', input: { at } }] });
  await using server = await startScriptedServer(wire.format, call(1), call(2), call(3), call(4), { text: 'Done.' });
  const events: LoopEvent[] = [];
  const read = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } } as const;
  const { stopReason } = await runToolLoop(modelAt(wire, server.url, { limits: { contextTokens: 4000 } }), {
    messages: [userMessage('Read all.')],
    tools: toBoundTools([read], async (_name, input) => `${JSON.stringify(input)} ${'word '.repeat(700)}`),
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
    onEvent: (event) => events.push(event),
  });
  expect(stopReason).toBe('final');
  expect(events.some(({ type }) => type === 'context_compacted')).toBe(true);
  const [first, last] = [1, 4].map((at) => JSON.stringify(bodyOf(server, at)));
  expect(first).toContain('{\\"at\\":1} word word');
  expect(last).not.toContain('{\\"at\\":1} word word');
});
