import { newId } from '@shipmate/domain';
import type { RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import type { SpendResponse } from '@shipmate/protocol/web/spend';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { costOf } from '@shipmate/providers';
import {
  anthropicMessages,
  openaiResponses,
  startScriptedServer,
  type ScriptedTurn,
} from '@shipmate/providers/testing';
import { noUsage } from '@shipmate/core';
import { expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

const primary = 'anthropic:claude-sonnet-5-5';
const fallback = 'openai:gpt-6-luna';
const usage = { inputTokens: 1_000, outputTokens: 100 };

/** Asks one question where the first vendor refuses and the second one answers. */
async function askWith(refusal: ScriptedTurn) {
  await using anthropic = await startScriptedServer(anthropicMessages, refusal);
  await using openai = await startScriptedServer(
    openaiResponses,
    { text: 'I look.', toolCalls: [{ id: 'call_1', name: 'getChartContext', input: {} }], usage },
    { text: 'Three replicas.', usage },
  );
  await using web = await startWeb({
    modelEnvironment: {
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: anthropic.url,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: openai.url,
      DEFAULT_AI_MODEL: primary,
      FALLBACK_AI_MODELS: fallback,
    },
  });
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'How many replicas?' }] }];
  const stream = await (await browser.post('/api/chat', { id: newId(), workspaceId, messages })).text();
  const { runs } = await read<RunListResponse>(await browser.fetch('/api/runs'));
  const trace = await read<RunTrace>(await browser.fetch(`/api/runs/${runs[0]?.id}`));
  const { records } = await read<SpendResponse>(await browser.fetch('/api/organization/spend'));
  return { stream, trace, records };
}

it.each<[why: string, refusal: ScriptedTurn]>([
  ['overloaded for minutes', { status: 529, headers: { 'retry-after': '300' } }],
  ['out of quota', { status: 402, body: { error: { type: 'billing_error', message: 'No credit.' } } }],
])('the fallback model answers a run whose model is %s, and is charged and shown in the trace', async (_, refusal) => {
  const { stream, trace, records } = await askWith(refusal);
  expect(stream).toContain('Three replicas.');
  const cost = costOf(fallback, { ...noUsage, ...usage }) ?? NaN;
  expect(stream).toContain(`"costUsd":${2 * cost}`);
  expect(trace.run).toMatchObject({ model: primary, status: 'completed', costUsd: 2 * cost });
  expect(trace.steps.map(({ model, costUsd }) => [model, costUsd])).toEqual([
    [fallback, cost],
    [fallback, cost],
  ]);
  expect(records).toMatchObject([{ model: fallback, inputTokens: 2_000, outputTokens: 200, costUsd: 2 * cost }]);
});
