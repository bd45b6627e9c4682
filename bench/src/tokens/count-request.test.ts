import { expect, it } from 'vitest';
import { createProvider } from '../../../packages/core/src/index.ts';
import { countRequests } from './count-request.ts';
import { openModelWire } from './model-wire.ts';
import { type Wire, wires } from './wires.ts';

/** Keys whose values no model reads. */
const envelope = new Set([
  'model',
  'type',
  'role',
  'id',
  'tool_use_id',
  'cache_control',
  'thinking',
  'call_id',
  'include',
  'prompt_cache_key',
  'generationConfig',
  'toolConfig',
  'tool_choice',
  'thoughtSignature',
]);

/** Returns all texts and keys of a body except those of its envelope. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return Object.entries(value).flatMap(([key, each]) => (envelope.has(key) ? [] : wordsIn(each)));
}

/** Sends two requests of a conversation and returns their bodies in a wire format. */
async function converse(wire: Wire): Promise<readonly unknown[]> {
  await using open = await openModelWire();
  open.script(
    { text: 'I look.', toolCalls: [{ id: 'toolu_1', name: 'look', input: { where: 'in the cellar' } }] },
    { text: 'A cat.' },
  );
  await createProvider(open.model).toolLoop({
    systemPrompt: 'You find cats.',
    userMessage: 'Where is the cat?',
    tools: [
      {
        name: 'look',
        description: 'Looks somewhere.',
        inputSchema: { type: 'object', properties: { where: { type: 'string', description: 'A room.' } } },
      },
    ],
    toolExecutor: async () => 'There is a cat on the shelf.',
  });
  expect(open.bodies()).toHaveLength(2);
  return open.bodiesOf(wire);
}

it.each(wires)('textOf of $name returns everything that its adapter sends for a model to read', async (wire) => {
  const bodies = await converse(wire);
  const texts = bodies.map((body) => wire.textOf(body));
  for (const [index, body] of bodies.entries()) {
    expect(wordsIn(body).filter((word) => !texts[index]?.includes(word))).toEqual([]);
  }
  expect(texts[1]).toMatch(
    /Looks somewhere.*"A room\.".*You find cats.*Where is the cat.*I look.*in the cellar.*shelf/s,
  );
});

it('countRequests counts the prefix of the request before as cached', async () => {
  const [first, second] = countRequests(await converse((wires as readonly [Wire])[0]));
  expect(first?.cached).toBe(0);
  expect(second?.cached).toBeGreaterThanOrEqual((first?.input ?? 0) - 1);
  expect(second?.input).toBeGreaterThan(first?.input ?? 0);
});

it('countRequests counts no tokens as cached from the first difference on', () => {
  const ask = (text: string) => ({ system: 'One two three.', messages: [{ role: 'user', content: text }] });
  const [first, same, other] = countRequests([ask('Four five.'), ask('Four five.'), ask('Six.')]);
  expect(same).toEqual({ input: first?.input, cached: first?.input });
  expect(other?.cached).toBeLessThan(first?.input ?? 0);
});
