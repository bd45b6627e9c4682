import { metrics as metricsApi } from '@opentelemetry/api';
import { silentLogger } from '@shipmate/core';
import { expect, it, onTestFinished } from 'vitest';
import { createShutdown } from '../shutdown/create-shutdown.ts';
import { observeLoop } from './observe-loop.ts';
import { observeToolCall } from './observe-tool-call.ts';
import { createRequestRecorder } from './record-requests.ts';
import { traceFields } from './run-trace.ts';
import { startTelemetry } from './start-telemetry.ts';

it('startTelemetry records metrics of requests and tool calls without a receiver, and no spans', async () => {
  const shutdown = createShutdown({ logger: silentLogger });
  const metrics = await startTelemetry({ environment: {}, app: 'test', shutdown });
  onTestFinished(() => metricsApi.disable());
  const record = createRequestRecorder();
  record({ method: 'BREW', route: '/api/runs/:id', status: 200, seconds: 0.02 });
  await observeToolCall({ name: 'kubectl_get', toolCallId: undefined, header: () => undefined }, async () => 1);
  await observeToolCall({ name: 'kubectl_get', toolCallId: undefined, header: () => undefined }, async () => {
    throw new RangeError('away');
  }).catch(() => undefined);

  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const { onEvent } = observeLoop({ costOf: () => 0.25 });
  onEvent({ type: 'turn_start', turn: 1, model: 'acme:large', wrapUp: false });
  onEvent({ type: 'turn_end', turn: 1, finish: 'stop', usage, message: { role: 'assistant', content: [] } });

  const text = await metrics.collect();
  expect(text).toMatch(/^shipmate_model_cost_total\{.*gen_ai_request_model="large".*\} 0\.25$/m);
  expect(text).toMatch(/^target_info\{service_name="shipmate-test"/m);
  expect(text).toMatch(
    /^http_server_request_duration_count\{http_request_method="_OTHER",http_route="\/api\/runs\/:id",.*\} 1$/m,
  );
  const calls = /^gen_ai_client_operation_duration_count\{.*gen_ai_tool_name="kubectl_get".*\} 1$/gm;
  const counted = text.match(calls) ?? [];
  expect(counted.map((line) => /error_type="(\w+)"/.exec(line)?.[1])).toEqual([undefined, 'INTERNAL_ERROR']);
  expect(traceFields('01900000-0000-7000-8000-000000000000')).toEqual({});
});
