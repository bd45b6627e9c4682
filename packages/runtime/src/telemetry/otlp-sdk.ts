import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace';
import { wantedTraceId } from './run-trace.ts';

/** Options for {@link registerOtlpSdk}. */
export interface OtlpSdkOptions {
  /** URL to which spans are sent. */
  readonly url: string;
  readonly serviceName: string;
}

/** A registered SDK. */
export interface OtlpSdk {
  /** Exports what is left and ends the registration. */
  close(): Promise<void>;
}

/**
 * Registers an SDK for this process that exports spans over OTLP/HTTP. Headers, timeouts, certificates and resource attributes are
 * those of OpenTelemetry's own environment variables.
 */
export function registerOtlpSdk({ url, serviceName }: OtlpSdkOptions): OtlpSdk {
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName }));
  const tracerProvider = new TracerProvider({
    resource,
    idGenerator: createRunIdGenerator(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracerProvider);
  return {
    async close() {
      for (const api of [trace, context, propagation]) api.disable();
      await tracerProvider.shutdown();
    },
  };
}

/** Generates random ids, except for the traces of runs. */
function createRunIdGenerator(): IdGenerator {
  const random = new RandomIdGenerator();
  return {
    generateTraceId: () => wantedTraceId(context.active()) ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  };
}
