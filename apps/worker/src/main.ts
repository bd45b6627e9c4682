import { createLogger, createShutdown } from '@shipmate/runtime';
import { startServer } from '@shipmate/server';
import { compose } from './compose.ts';
import { readEnvironment } from './env.ts';
import { openResources } from './resources.ts';

const environment = readEnvironment();
const { WORKER_HOST: host, WORKER_PORT: port, LOG_LEVEL: level } = environment;
const logger = createLogger({ name: 'worker', level });
const shutdown = createShutdown({ logger });
shutdown.installSignalHandlers();

const { app } = await compose({ host }, await openResources(environment, { logger, shutdown }));
const server = await startServer({ app, port, hostname: host, logger });
shutdown.add('server', () => server.close());
