import { createLogger, createShutdown, startTelemetry } from '@shipmate/runtime';
import { startServer, toAdmissionLimits } from '@shipmate/server';
import { compose } from './compose.ts';
import { readEnvironment } from './env.ts';
import { openResources } from './resources.ts';

/** Serves the web app from this process until a signal ends it. @throws AppError `VALIDATION_ERROR` for wrong variables */
export async function serve(): Promise<void> {
  const environment = readEnvironment();
  const { WEB_HOST: host, WEB_PORT: port, PUBLIC_URL: publicUrl, SHIPMATE_USER_EMAIL: userEmail } = environment;
  const logger = createLogger({ name: 'web', level: environment.LOG_LEVEL });
  const shutdown = createShutdown({ logger, delayMs: environment.SHUTDOWN_DELAY_MS });
  shutdown.installSignalHandlers();
  const processMetrics = await startTelemetry({ environment, app: 'web', shutdown });

  const resources = await openResources(environment, { logger, shutdown });
  const { TOOLS_API_URL: toolsApiUrl, CORS_ORIGINS: corsOrigins, RUN_LEASE_SECONDS: leaseSeconds } = environment;
  const { ANSWER_LANGUAGE: answerLanguage } = environment;
  const requestLimits = toAdmissionLimits(environment);
  const web = await compose(
    {
      host,
      publicUrl,
      userEmail,
      toolsApiUrl,
      corsOrigins,
      leaseSeconds,
      answerLanguage,
      requestLimits,
      metricsToken: environment.METRICS_TOKEN,
    },
    { ...resources, processMetrics },
  );
  const server = await startServer({ app: web.app, port, hostname: host, logger });
  shutdown.add('server', () => server.close());
  shutdown.add('runs', () => web.close());
}
