import { createLogger, createShutdown, startTelemetry } from '@shipmate/runtime';
import { startServer } from '@shipmate/server';
import { compose } from './compose.ts';
import { readEnvironment } from './env.ts';
import { openResources } from './resources.ts';

/** Serves a worker from this process until a signal ends it. @throws AppError `VALIDATION_ERROR` for wrong variables */
export async function serve(): Promise<void> {
  const environment = readEnvironment();
  const { WORKER_HOST: host, WORKER_PORT: port, LOG_LEVEL: level } = environment;
  const logger = createLogger({ name: 'worker', level });
  const shutdown = createShutdown({ logger });
  shutdown.installSignalHandlers();
  const processMetrics = await startTelemetry({ environment, app: 'worker', shutdown });

  const settings = {
    host,
    metricsToken: environment.METRICS_TOKEN,
    concurrency: environment.WORKER_CONCURRENCY,
    organizationConcurrency: environment.WORKER_ORGANIZATION_CONCURRENCY,
    leaseSeconds: environment.RUN_LEASE_SECONDS,
    answerLanguage: environment.ANSWER_LANGUAGE,
    runEventsDays: environment.RUN_EVENTS_DAYS,
    ruleEventsDays: environment.RULE_EVENTS_DAYS,
  };
  const resources = await openResources(environment, { logger, shutdown });
  const worker = await compose(settings, { ...resources, processMetrics });
  shutdown.add('runs', () => worker.close());
  const server = await startServer({ app: worker.app, port, hostname: host, logger });
  shutdown.add('server', () => server.close());
}
