import { createLogger, createShutdown, startTelemetry } from '@shipmate/runtime';
import { startServer, toAdmissionLimits } from '@shipmate/server';
import { compose } from './compose.ts';
import { readEnvironment } from './env.ts';
import { openResources } from './resources.ts';

/** Serves tools-api from this process until a signal ends it. @throws AppError `VALIDATION_ERROR` for wrong variables */
export async function serve(): Promise<void> {
  const environment = readEnvironment();
  const { TOOLS_API_HOST: host, TOOLS_API_PORT: port, LOG_LEVEL: level } = environment;
  const logger = createLogger({ name: 'tools-api', level });
  const shutdown = createShutdown({ logger, delayMs: environment.SHUTDOWN_DELAY_MS });
  shutdown.installSignalHandlers();
  const processMetrics = await startTelemetry({ environment, app: 'tools-api', shutdown });

  const requestLimits = toAdmissionLimits(environment);
  const { SHIPMATE_URL, TOOLS_API_PUBLIC_URL: publicUrl, JWT_ISSUER: issuer } = environment;
  const { app } = compose(
    { host, requestLimits, webUrl: () => SHIPMATE_URL, publicUrl, issuer, metricsToken: environment.METRICS_TOKEN },
    { ...(await openResources(environment, { logger, shutdown })), processMetrics },
  );
  const server = await startServer({ app, port, hostname: host, logger });
  shutdown.add('server', () => server.close());
}
