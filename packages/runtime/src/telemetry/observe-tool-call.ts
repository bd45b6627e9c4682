import { context, metrics, propagation, SpanKind, trace } from '@opentelemetry/api';
import { toAppError } from '@shipmate/core';
import { genAiAttributes as names, genAiOperations } from './gen-ai-names.ts';
import { createGenAiHistograms } from './gen-ai-histograms.ts';
import { instrumentationName } from './observe-loop.ts';
import { Operation } from './operation.ts';
import { isTelemetryOn } from './run-trace.ts';

/** A tool call that another process requested. */
export interface RequestedToolCall {
  readonly name: string;
  readonly toolCallId: string | undefined;
  /** Returns a header of the request. */
  readonly header: (name: string) => string | undefined;
}

/** Records a tool call that arrived over HTTP as a span within the caller's trace. Without an SDK it only makes the call. */
export async function observeToolCall<Result>(
  { name, toolCallId, header }: RequestedToolCall,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!isTelemetryOn()) return call();
  const parent = propagation.extract(context.active(), header, { get: (of, key) => of(key), keys: () => [] });
  const histograms = createGenAiHistograms(metrics.getMeter(instrumentationName));
  const operation = new Operation(
    { tracer: trace.getTracer(instrumentationName), histograms },
    {
      type: genAiOperations.executeTool,
      subject: name,
      kind: SpanKind.SERVER,
      parent,
      dimensions: { [names.toolName]: name },
      details: { [names.toolType]: 'function', ...(toolCallId !== undefined && { [names.toolCallId]: toolCallId }) },
    },
  );
  try {
    const result = await context.with(trace.setSpan(parent, operation.span), call);
    operation.end({});
    return result;
  } catch (thrown) {
    operation.end({}, { type: toAppError(thrown).code });
    throw thrown;
  }
}

/** Returns the headers that continue the active trace in another process; none without an SDK. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
