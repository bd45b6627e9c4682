import { metrics } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';

/** Options for {@link registerMetricsSdk}. */
interface MetricsSdkOptions {
  readonly serviceName: string;
  /** URL to which metrics are pushed; without one they are only collected. */
  readonly otlpUrl: string | undefined;
}

/** The metrics of this process. */
export interface ProcessMetrics {
  /** Returns the metrics in the text format of Prometheus. */
  collect(): Promise<string>;
}

/** Registers an SDK that records the metrics of this process until it is closed. */
export function registerMetricsSdk({ serviceName, otlpUrl }: MetricsSdkOptions): ProcessMetrics & {
  close(): Promise<void>;
} {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const push = otlpUrl === undefined ? [] : [new OTLPMetricExporter({ url: otlpUrl })];
  const provider = new MeterProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    readers: [reader, ...push.map((exporter) => new PeriodicExportingMetricReader({ exporter }))],
  });
  metrics.setGlobalMeterProvider(provider);
  const serializer = new PrometheusSerializer();
  return {
    collect: async () => serializer.serialize((await reader.collect()).resourceMetrics),
    async close() {
      metrics.disable();
      await provider.shutdown();
    },
  };
}
