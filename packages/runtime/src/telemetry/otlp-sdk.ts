import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace';
import { wantedTraceId } from './run-trace.ts';

/** Options for {@link registerOtlpSdk}. */
export interface OtlpSdkOptions {
  /** Base URL of the receiver. */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** A registered SDK. */
export interface OtlpSdk {
  /** Exports what is left and ends the registration. */
  close(): Promise<void>;
}

/**
 * Registers an SDK for this process that exports over OTLP/HTTP. Headers, timeouts, certificates and resource attributes are
 * those of OpenTelemetry's own environment variables.
 */
export function registerOtlpSdk({ endpoint, serviceName }: OtlpSdkOptions): OtlpSdk {
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName }));
  const urlOf = (signal: string): string => `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
  const tracerProvider = new TracerProvider({
    resource,
    idGenerator: createRunIdGenerator(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: urlOf('traces') }) })],
  });
  const meterProvider = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: urlOf('metrics') }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
  return {
    async close() {
      for (const api of [trace, metrics, context, propagation]) api.disable();
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
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
