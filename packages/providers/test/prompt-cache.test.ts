import { createToolExecutionContext, runToolLoop, toBoundTools, userMessage, type AITool } from '@shipmate/core';
import { expect, test } from 'vitest';
import { getModel } from '../src/index.ts';
import {
  anthropicMessages,
  openrouterChatCompletions,
  startScriptedServer,
  type ScriptedServer,
  type ScriptedTurn,
  type WireFormat,
} from '../src/testing/index.ts';

const tools = ['zebra', 'ant', 'mole'].map(
  (name): AITool => ({ name, description: `Asks the ${name}.`, inputSchema: { type: 'object', properties: {} } }),
);

/** Four turns; the second makes more tool calls at once than the cache lookup goes back. */
const script: readonly ScriptedTurn[] = [
  { toolCalls: [{ id: 'a', name: 'ant', input: {} }] },
  { toolCalls: Array.from({ length: 30 }, (_, at) => ({ id: `m${at}`, name: 'mole', input: { at } })) },
  { toolCalls: [{ id: 'z', name: 'zebra', input: {} }] },
  { text: 'Done.' },
];

async function bodiesOf(modelId: string, format: WireFormat): Promise<readonly string[]> {
  await using server = await startScriptedServer(format, ...script);
  await chatAt(server, modelId);
  return server.requests.map(({ body }) => JSON.stringify(body));
}

async function chatAt({ url }: ScriptedServer, modelId: string): Promise<void> {
  const environment = {
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: url,
    OPENROUTER_API_KEY: 'key',
    OPENROUTER_BASE_URL: url,
  };
  const { stopReason } = await runToolLoop(getModel(modelId, { environment }), {
    systemPrompt: 'Be brief.',
    messages: [userMessage('Who is there?')],
    tools: toBoundTools(tools, async (name) => `The ${name} is.`),
    context: createToolExecutionContext({
      principal: { userId: 'user', organizationId: 'organization', via: 'local' },
    }),
  });
  expect(stopReason).toBe('final');
}

/** Returns the block text before each breakpoint, shortened. */
function marked(body: string): readonly string[] {
  const blocks: string[] = [];
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'cache_control' in value) blocks.push(JSON.stringify(value));
    return value;
  });
  return blocks;
}

test('Anthropic: breakpoints after the tools and the system prompt stay, those at the ends of two requests advance', async () => {
  const bodies = await bodiesOf('anthropic:claude-sonnet-5-5', anthropicMessages);
  const ends = ['Who is there?', '"tool_use_id":"a"', '"tool_use_id":"m29"', '"tool_use_id":"z"'];
  for (const [turn, body] of bodies.entries()) {
    const blocks = marked(body);
    const expected = ['Be brief.', ends[turn - 1], ends[turn], '"name":"zebra"'].filter((end) => end !== undefined);
    expect(blocks).toHaveLength(expected.length);
    for (const end of expected) expect(blocks.filter((block) => block.includes(end))).toHaveLength(1);
  }
  expect(bodies).toHaveLength(4);
});

test('Anthropic: the cached part of a request is a prefix of the next one', async () => {
  const bodies = await bodiesOf('anthropic:claude-sonnet-5-5', anthropicMessages);
  const stripped = bodies.map((body) => JSON.parse(body.replaceAll(/,?"cache_control":\{[^}]*\}/g, '')));
  for (const [turn, { system, tools: sent, messages }] of stripped.entries()) {
    expect({ system, tools: sent }).toEqual({ system: stripped[0].system, tools: stripped[0].tools });
    expect(messages.slice(0, -2)).toEqual(turn === 0 ? [] : stripped[turn - 1].messages);
  }
});

test('tools are sorted by name regardless of their given order', async () => {
  const [body = ''] = await bodiesOf('anthropic:claude-sonnet-5-5', anthropicMessages);
  expect(JSON.parse(body)).toMatchObject({ tools: [{ name: 'ant' }, { name: 'mole' }, { name: 'zebra' }] });
});

test('Claude through OpenRouter: at most four breakpoints, one for a turn of many results', async () => {
  const bodies = await bodiesOf('openrouter:anthropic/claude-sonnet-4', openrouterChatCompletions);
  expect(bodies.map((body) => marked(body).length)).toEqual([2, 3, 3, 3]);
  expect(marked(bodies[2] ?? '').filter((block) => block.includes('"role":"tool"'))).toMatchObject([
    expect.stringContaining('"tool_call_id":"a"'),
    expect.stringContaining('"tool_call_id":"m29"'),
  ]);
});

test('other models through OpenRouter get no breakpoints', async () => {
  const bodies = await bodiesOf('openrouter:openai/gpt-4o', openrouterChatCompletions);
  expect(bodies.flatMap(marked)).toEqual([]);
});
