import type { Shutdown } from '../shutdown/create-shutdown.ts';
import type { ProcessMetrics } from './metrics-sdk.ts';
import type { TelemetryEnvironment } from './telemetry-environment.ts';

/** Options for {@link startTelemetry}. */
export interface StartTelemetryOptions {
  readonly environment: TelemetryEnvironment;
  /** The app; its service is `shipmate-{app}`. */
  readonly app: string;
  /** Exports the last spans and metrics once everything that was added later is closed. */
  readonly shutdown: Pick<Shutdown, 'add'>;
}

/**
 * Records the metrics of this process, and returns them. If the environment names a receiver, metrics and spans are also exported over
 * OTLP; otherwise no spans are recorded. Call it once, before anything else is created.
 */
export async function startTelemetry({ environment, app, shutdown }: StartTelemetryOptions): Promise<ProcessMetrics> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: given } = environment;
  const serviceName = given || `shipmate-${app}`;
  const urlOf = (signal: string): string | undefined => endpoint && `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
  const { registerMetricsSdk } = await import('./metrics-sdk.ts');
  const recorded = registerMetricsSdk({ serviceName, otlpUrl: urlOf('metrics') || undefined });
  shutdown.add('metrics', () => recorded.close());
  const url = urlOf('traces');
  if (!url) return recorded;
  const { registerOtlpSdk } = await import('./otlp-sdk.ts');
  const sdk = registerOtlpSdk({ url, serviceName });
  shutdown.add('telemetry', () => sdk.close());
  return recorded;
}
