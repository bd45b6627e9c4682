import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createResponseGenerator, createRunLog } from '@shipmate/agents';
import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createTestTenant, startTestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { openaiChatCompletions, startScriptedServer } from '@shipmate/providers/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startOtlpCollector } from './otlp-collector.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Lets a worker process answer a question with one tool call, stops it, and returns its log lines. */
async function answerInWorker(variables: Record<string, string>) {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  onTestFinished(() => database.close());
  await database.migrate();
  await database.start();
  const { unitOfWork, notifications } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate('sample', 'Shop'));
  await using server = await startScriptedServer(
    openaiChatCompletions,
    { toolCalls: [{ id: 'call_1', name: 'getChartContext', input: {} }] },
    { text: 'Done.', times: Infinity },
  );
  const env = { DATABASE_URL: databaseUrl, PORT: '0', OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, ...variables };
  const worker = spawn(process.execPath, ['--conditions=@shipmate/source', main], {
    env: { ...env, OPENAI_COMPATIBLE_MODEL: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const output = text(worker.stdout);
  const runLog = createRunLog({ unitOfWork, notifications });
  onTestFinished(() => runLog.close());
  const models = { get: () => ({ id: 'openai-compatible:test' }) };
  const generator = createResponseGenerator({ unitOfWork, runLog, models, principal });
  const taskId = newId();
  const messages = [{ role: 'user', content: 'Which chart?' }] as const;
  expect(await generator.generateResponse({ taskId, messages, workspace: { id: workspace.id } })).toBe('Done.');
  worker.kill('SIGTERM');
  await once(worker, 'exit');
  const lines = (await output).split('\n').filter((line) => line.startsWith('{'));
  return { runId: taskId, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it('a worker exports one trace for a run, from the run to its tool call, and its log lines name the trace', async () => {
  await using collector = await startOtlpCollector();
  const { runId, lines } = await answerInWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const traceId = runId.replaceAll('-', '');
  const spans = collector.spans.filter((span) => span.traceId === traceId);
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    'chat test',
    'chat test',
    'execute_tool getChartContext',
    'invoke_agent chart',
  ]);
  const agent = spans.find(({ name }) => name === 'invoke_agent chart');
  expect(agent).toMatchObject({
    service: 'shipmate-worker',
    parentSpanId: undefined,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'shipmate.run.id': runId },
  });
  const children = spans.filter((span) => span !== agent);
  expect(new Set(children.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([agent?.spanId]));
  expect(children.find(({ name }) => name.startsWith('execute_tool'))?.attributes).toMatchObject({
    'gen_ai.tool.name': 'getChartContext',
  });
  expect(JSON.stringify(collector.spans)).not.toContain('Which chart?');
  expect(collector.metrics).toContain('gen_ai.client.operation.duration');
  expect(collector.metrics).toContain('shipmate.tool.result.tokens');
  expect(lines.find(({ msg }) => msg === 'run ended')).toMatchObject({ runId, trace_id: traceId });
});

it('a worker exports nothing without a receiver', async () => {
  const { runId, lines } = await answerInWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  const ended = lines.find(({ msg }) => msg === 'run ended');
  expect(ended).toMatchObject({ runId });
  expect(ended).not.toHaveProperty('trace_id');
});
