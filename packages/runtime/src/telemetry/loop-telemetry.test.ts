import { SpanKind, SpanStatusCode, trace, ROOT_CONTEXT } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type Histogram,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import {
  AppError,
  bindTools,
  createToolExecutionContext,
  defineTool,
  runToolLoop,
  userMessage,
  type ChatModel,
  type LoopEvent,
} from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { genAiAttributes, genAiMetrics, genAiOperations } from './gen-ai-names.ts';
import { createLoopTelemetry } from './loop-telemetry.ts';

const tools = bindTools(
  [
    defineTool({
      name: 'read_pod',
      description: 'Reads a pod.',
      effect: 'read',
      input: z.object({ name: z.string() }),
      output: z.object({ phase: z.string() }),
      execute: async ({ name }) => {
        if (name === 'gone') throw new AppError({ code: 'NOT_FOUND', message: 'No pod is called gone.' });
        return { phase: 'Running' };
      },
    }),
  ],
  {},
);

const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, cacheWriteTokens: 5, reasoningTokens: 7 };
const steps: readonly ScriptedStep[] = [
  { text: 'I look.', toolCalls: [{ id: 'one', name: 'read_pod', input: { name: 'web' } }], usage },
  { text: 'It runs.', usage },
];

async function record(model: ChatModel, { recordContents = false, signal = new AbortController().signal } = {}) {
  const spanExporter = new InMemorySpanExporter();
  const tracer = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spanExporter })],
  }).getTracer('test');
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const telemetry = createLoopTelemetry({ tracer, meter: meterProvider.getMeter('test'), recordContents });
  const request = tracer.startSpan('request');
  const config = { systemPrompt: 'You are terse.', messages: [userMessage('How is web?')] };
  await runToolLoop(model, {
    ...config,
    ...telemetry.observe(
      {
        ...config,
        agentName: 'cluster',
        conversationId: 'c-1',
        costOf: (_model, { inputTokens }) => inputTokens / 1_000,
      },
      trace.setSpan(ROOT_CONTEXT, request),
    ),
    tools,
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
    signal,
  });
  request.end();
  await meterProvider.forceFlush();
  await meterProvider.shutdown();
  const metrics = metricExporter.getMetrics()[0]?.scopeMetrics[0]?.metrics ?? [];
  return { spans: spanExporter.getFinishedSpans(), metrics };
}

function span(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`No span "${name}" among ${spans.map((one) => one.name).join(', ')}.`);
  return found;
}

describe('spans', () => {
  test("are the agent's, with a child for each answer and each tool call", async () => {
    const { spans } = await record(new ScriptedModel(steps, 'google:gemini-pro'));
    expect(spans.map(({ name }) => name)).toEqual([
      'chat gemini-pro',
      'execute_tool read_pod',
      'chat gemini-pro',
      'invoke_agent cluster',
      'request',
    ]);
    const agent = span(spans, 'invoke_agent cluster');
    expect(agent.parentSpanContext?.spanId).toBe(span(spans, 'request').spanContext().spanId);
    expect(agent.kind).toBe(SpanKind.INTERNAL);
    expect(agent.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'cluster',
      'gen_ai.conversation.id': 'c-1',
      'gen_ai.usage.input_tokens': 200,
      'gen_ai.usage.output_tokens': 40,
      'gen_ai.usage.cache_read.input_tokens': 120,
      'gen_ai.usage.cache_creation.input_tokens': 10,
      'gen_ai.usage.reasoning.output_tokens': 14,
      'shipmate.loop.stop_reason': 'final',
    });
    const children = spans.filter(({ name }) => name.startsWith('chat') || name.startsWith('execute_tool'));
    expect(new Set(children.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set([agent.spanContext().spanId]),
    );
  });

  test('describe an answer', async () => {
    const { spans } = await record(new ScriptedModel(steps, 'google:gemini-pro'));
    const chat = span(spans, 'chat gemini-pro');
    expect(chat.kind).toBe(SpanKind.CLIENT);
    expect(chat.status.code).toBe(SpanStatusCode.UNSET);
    expect(chat.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'gemini-pro',
      'gen_ai.request.stream': true,
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.usage.cache_creation.input_tokens': 5,
      'gen_ai.usage.reasoning.output_tokens': 7,
    });
  });

  test('describe a tool call and its failure', async () => {
    const calls = ['web', 'gone'].map((name) => ({ id: name, name: 'read_pod', input: { name } }));
    const { spans } = await record(new ScriptedModel([{ toolCalls: calls }, { text: 'So.' }]));
    const called = spans.filter(({ name }) => name === 'execute_tool read_pod');
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_pod',
      'gen_ai.tool.type': 'function',
    };
    expect(called.map((each) => [each.attributes, each.status.code])).toEqual([
      [{ ...attributes, 'gen_ai.tool.call.id': 'web' }, SpanStatusCode.UNSET],
      [{ ...attributes, 'gen_ai.tool.call.id': 'gone', 'error.type': '_OTHER' }, SpanStatusCode.ERROR],
    ]);
  });

  test('end with the loop when the model fails', async () => {
    const error = new AppError({ code: 'VALIDATION_ERROR', message: 'The key was refused.', recoverable: false });
    const { spans } = await record(new ScriptedModel([{ text: 'I', error }], 'acme:large'));
    expect(span(spans, 'chat large').attributes).toMatchObject({ 'error.type': 'VALIDATION_ERROR' });
    const agent = span(spans, 'invoke_agent cluster');
    expect(agent.attributes).toMatchObject({
      'error.type': 'VALIDATION_ERROR',
      'shipmate.loop.stop_reason': 'model_error',
    });
    expect(agent.status).toEqual({ code: SpanStatusCode.ERROR, message: 'The key was refused.' });
  });

  test('end with a loop that is aborted before it begins', async () => {
    const { spans } = await record(new ScriptedModel([]), { signal: AbortSignal.abort() });
    expect(span(spans, 'invoke_agent cluster').attributes).toMatchObject({ 'shipmate.loop.stop_reason': 'aborted' });
  });
});

describe('a retried answer', () => {
  const error = new AppError({ code: 'UNAVAILABLE', message: 'Overloaded.' });
  const restarted = { type: 'turn_restarted', turn: 0, error, delayMs: 0 } as const;

  function spansOf(...events: readonly LoopEvent[]): readonly ReadableSpan[] {
    const exporter = new InMemorySpanExporter();
    const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test');
    const { onEvent } = createLoopTelemetry({ tracer }).observe();
    onEvent({ type: 'turn_start', turn: 0, model: 'acme:large', wrapUp: false });
    for (const event of events) onEvent(event);
    onEvent({ type: 'loop_end', stopReason: 'aborted', usage });
    return exporter.getFinishedSpans();
  }

  test('of the same model is one span', () => {
    const spans = spansOf({ ...restarted, model: 'acme:large', reason: 'retry' });
    expect(spans.map(({ name }) => name)).toEqual(['chat large', 'invoke_agent']);
    expect(spans[0]?.events).toMatchObject([
      {
        name: 'shipmate.turn.restarted',
        attributes: { 'shipmate.turn.restart_reason': 'retry', 'error.type': 'UNAVAILABLE' },
      },
    ]);
  });

  test('of another model is another span', () => {
    const spans = spansOf({ ...restarted, model: 'acme:small', reason: 'fallback' });
    expect(spans.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['chat large', 'UNAVAILABLE'],
      ['chat small', 'aborted'],
      ['invoke_agent', undefined],
    ]);
  });
});

describe('contents', () => {
  test('are not recorded by default', async () => {
    const { spans } = await record(new ScriptedModel(steps));
    expect(spans).toHaveLength(5);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toMatch(/How is web|terse|It runs|Running/);
  });

  test('are recorded when they are enabled', async () => {
    const { spans } = await record(new ScriptedModel(steps, 'acme:large'), { recordContents: true });
    const contents = ({ attributes }: ReadableSpan): unknown =>
      Object.fromEntries(
        Object.entries(attributes).flatMap(([name, value]) =>
          /instructions|messages$|arguments|result/.test(name) ? [[name, JSON.parse(String(value))]] : [],
        ),
      );
    expect(contents(span(spans, 'invoke_agent cluster'))).toEqual({
      'gen_ai.system_instructions': [{ type: 'text', content: 'You are terse.' }],
      'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: 'How is web?' }] }],
    });
    expect(contents(span(spans, 'chat large'))).toEqual({
      'gen_ai.output.messages': [
        {
          role: 'assistant',
          parts: [
            { type: 'text', content: 'I look.' },
            { type: 'tool_call', id: 'one', name: 'read_pod', arguments: { name: 'web' } },
          ],
          finish_reason: 'tool_calls',
        },
      ],
    });
    expect(contents(span(spans, 'execute_tool read_pod'))).toEqual({
      'gen_ai.tool.call.arguments': { name: 'web' },
      'gen_ai.tool.call.result': { phase: 'Running' },
    });
  });
});

test('histograms record tokens and durations', async () => {
  const recorded = await record(new ScriptedModel(steps, 'acme:large'));
  const metrics = recorded.metrics.filter(({ descriptor }) => descriptor.name.startsWith('gen_ai.'));
  const points = metrics.flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(({ attributes, value }) => {
      const { count, sum } = value as Histogram;
      return [descriptor.name, attributes['gen_ai.operation.name'], attributes['gen_ai.token.type'], count, sum];
    }),
  );
  expect(points).toEqual([
    ['gen_ai.client.token.usage', 'chat', 'input', 2, 200],
    ['gen_ai.client.token.usage', 'chat', 'output', 2, 40],
    ['gen_ai.client.operation.duration', 'chat', undefined, 2, expect.any(Number)],
    ['gen_ai.client.operation.duration', 'execute_tool', undefined, 1, expect.any(Number)],
    ['gen_ai.client.operation.duration', 'invoke_agent', undefined, 1, expect.any(Number)],
    ['gen_ai.client.operation.time_to_first_chunk', 'chat', undefined, 2, expect.any(Number)],
  ]);
  expect(metrics.map(({ descriptor }) => descriptor.unit)).toEqual(['{token}', 's', 's']);
  expect(metrics[1]?.dataPoints[0]?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'acme',
    'gen_ai.request.model': 'large',
  });
});

test('counters record the estimated tokens of results, and repeated calls, by tool and model', async () => {
  const look = (name: string) => ({ toolCalls: [{ name: 'read_pod', input: { name } }] });
  const model = new ScriptedModel([look('web'), look('gone'), look('web'), { text: 'It runs.' }], 'acme:large');
  const { metrics } = await record(model);
  const counters = metrics.filter(({ descriptor }) => descriptor.name.startsWith('shipmate.tool.'));
  const attributes = { 'gen_ai.tool.name': 'read_pod', 'gen_ai.request.model': 'large' };
  expect(counters.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints])).toEqual([
    ['shipmate.tool.result.tokens', [expect.objectContaining({ attributes, value: expect.any(Number) })]],
    ['shipmate.tool.repeats', [expect.objectContaining({ attributes, value: 1 })]],
  ]);
  expect(counters[0]?.dataPoints[0]?.value).toBeGreaterThan(10);
});

test('a counter records the cost of the answers of a model', async () => {
  const { metrics } = await record(new ScriptedModel(steps, 'acme:large'));
  const cost = metrics.find(({ descriptor }) => descriptor.name === 'shipmate.model.cost');
  expect(cost?.dataPoints).toMatchObject([
    { value: 0.2, attributes: { 'gen_ai.provider.name': 'acme', 'gen_ai.request.model': 'large' } },
  ]);
});

test('span and metric names are those of the conventions', () => {
  const known = new Set<unknown>([...Object.values(conventions), 'error.type']);
  const used = [genAiAttributes, genAiMetrics, genAiOperations].flatMap((names) => Object.values<string>(names));
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
