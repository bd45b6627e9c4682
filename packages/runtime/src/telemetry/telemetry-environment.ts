import { z } from 'zod';

/** The environment variables of telemetry, named by OpenTelemetry; spread them into an application's own schema. */
export const telemetryEnvironmentSchema = z.object({
  /** Base URL of an OTLP receiver: spans go to its `/v1/traces`, metrics to its `/v1/metrics`. Without it no spans are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  /** The only protocol; another one is refused at start. */
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['', 'http/protobuf']).optional(),
  /** Bearer token that `/metrics` requires; without it, everyone who reaches the port can read them. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Name of the service in spans and metrics; by default `shipmate-` and the app. */
  OTEL_SERVICE_NAME: z.string().optional(),
});

/** The output of {@link telemetryEnvironmentSchema}. */
export type TelemetryEnvironment = z.output<typeof telemetryEnvironmentSchema>;
