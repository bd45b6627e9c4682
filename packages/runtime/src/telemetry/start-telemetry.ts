import type { Shutdown } from '../shutdown/create-shutdown.ts';
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
 * Exports spans and metrics of this process over OTLP if the environment names a receiver. Otherwise it loads no SDK, and
 * nothing is recorded. Call it once, before anything else is added to `shutdown`.
 */
export async function startTelemetry({ environment, app, shutdown }: StartTelemetryOptions): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = environment;
  if (!endpoint) return;
  const { registerOtlpSdk } = await import('./otlp-sdk.ts');
  const sdk = registerOtlpSdk({ endpoint, serviceName: serviceName || `shipmate-${app}` });
  shutdown.add('telemetry', () => sdk.close());
}
