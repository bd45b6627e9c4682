import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import {
  AppError,
  bindTools,
  createToolExecutionContext,
  defineTool,
  runToolLoop,
  userMessage,
  type BoundTool,
} from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { observeLoop } from './observe-loop.ts';
import { observeToolCall, traceHeaders } from './observe-tool-call.ts';
import { traceFields } from './run-trace.ts';

function register(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return exporter;
}

afterEach(() => {
  for (const api of [trace, context, propagation]) api.disable();
});

function toolOf(execute: () => Promise<unknown>): readonly BoundTool[] {
  const tool = defineTool({
    name: 'work',
    description: 'Works.',
    effect: 'read',
    input: z.object({}),
    output: z.unknown(),
    execute,
  });
  return bindTools([tool], {});
}

async function run(agentName: string, tools: readonly BoundTool[] = []): Promise<void> {
  const steps = tools.length > 0 ? [{ toolCalls: [{ name: 'work' }] }, { text: 'Done.' }] : [{ text: 'Done.' }];
  using model = new ScriptedModel(steps);
  const telemetry = observeLoop({ agentName });
  await runToolLoop(model, {
    messages: [userMessage('Go.')],
    tools: telemetry.activate(tools),
    onEvent: telemetry.onEvent,
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
  });
}

it('observeLoop records the loop that a tool runs as a child of the tool call', async () => {
  const exporter = register();
  await run(
    'outer',
    toolOf(() => run('inner')),
  );
  const spans = exporter.getFinishedSpans();
  const find = (name: string) => spans.find((span) => span.name === name);
  expect(find('invoke_agent inner')?.parentSpanContext?.spanId).toBe(find('execute_tool work')?.spanContext().spanId);
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
});

it('observeToolCall continues the trace of the process that sent the headers, and records failures', async () => {
  const exporter = register();
  const request = { name: 'remote', toolCallId: 'c-1' };
  const sent = async (headers: Readonly<Record<string, string>>, call: () => Promise<unknown>) =>
    observeToolCall({ ...request, header: (name) => headers[name] }, call);
  const refuse = async () => {
    throw new AppError({ code: 'CONFLICT', message: 'Not now.' });
  };
  await run(
    'outer',
    toolOf(() => sent(traceHeaders(), async () => 'done')),
  );
  await expect(sent({}, refuse)).rejects.toThrow('Not now.');
  const [remote, failed] = exporter.getFinishedSpans().filter(({ name }) => name === 'execute_tool remote');
  const local = exporter.getFinishedSpans().find(({ name }) => name === 'execute_tool work');
  expect(remote?.parentSpanContext?.spanId).toBe(local?.spanContext().spanId);
  expect(remote?.attributes).toMatchObject({ 'gen_ai.tool.name': 'remote', 'gen_ai.tool.call.id': 'c-1' });
  expect(failed?.attributes).toMatchObject({ 'error.type': 'CONFLICT' });
  expect(failed?.parentSpanContext).toBeUndefined();
});

it('without an SDK nothing is observed, and tools, headers and log fields stay as they are', async () => {
  const tools = toolOf(async () => 'done');
  expect(observeLoop({}).activate(tools)).toBe(tools);
  expect(traceHeaders()).toEqual({});
  expect(traceFields('01900000-0000-7000-8000-000000000000')).toEqual({});
  expect(await observeToolCall({ name: 'x', toolCallId: undefined, header: () => undefined }, async () => 1)).toBe(1);
});
