import { expect, test } from 'vitest';
import { ask } from '../../test/ask.ts';
import { getModel } from '../catalog/get-model.ts';
import { anthropicMessages, startScriptedServer } from '../testing/index.ts';

test.each([
  { model: 'claude-sonnet-5-5', drops: true },
  { model: 'claude-sonnet-5-5-20260928', drops: true },
  { model: 'claude-opus-5-5', drops: true },
  { model: 'claude-fable-5-1', drops: true },
  { model: 'claude-fable-5', drops: false },
  { model: 'claude-opus-5', drops: false },
  { model: 'claude-haiku-4-5', drops: false },
  { model: 'a-model-of-a-proxy', drops: false },
])('$model is asked to drop stale reasoning: $drops', async ({ model, drops }) => {
  await using server = await startScriptedServer(anthropicMessages, { text: 'Hello.' });
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url };
  await ask(getModel(`anthropic:${model}`, { environment }));
  const [request] = server.requests;
  expect(JSON.stringify(request?.body).includes('"prefix_mismatch_behavior":"drop_block"')).toBe(drops);
  expect(String(request?.headers['anthropic-beta']).includes('thinking-binding-controls')).toBe(drops);
});
