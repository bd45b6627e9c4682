import { createLogger, createShutdown } from '@shipmate/runtime';
import { toBanner } from '../banner.ts';
import { defineCommand } from '../command.ts';
import { readInstallationEnvironment } from '../installation-environment.ts';
import { startInstallation } from '../start-installation.ts';

/** `shipmate up`: runs web, worker and tools-api in one process until SIGINT or SIGTERM. */
export const up = defineCommand({
  options: {
    port: {
      type: 'string',
      placeholder: '<number>',
      description: 'The web port; if it is in use, the next free port. Default 3000.',
    },
    'data-dir': { type: 'string', placeholder: '<path>', description: 'The data directory. Default .shipmate.' },
    'no-demo-cluster': { type: 'boolean', description: 'Start no simulated cluster if none is configured.' },
  },
  examples: [['up --port 4000', 'Start on another port']],
  notes: 'With DATABASE_URL, data is stored on that PostgreSQL server instead.',
  run: async (options, { terminal }) => {
    const environment = readInstallationEnvironment({
      WEB_PORT: options.port,
      SHIPMATE_DATA_DIR: options['data-dir'],
      DEMO_CLUSTER: options['no-demo-cluster'] ? 'false' : undefined,
    });
    const logger = createLogger({ name: 'shipmate', level: environment.LOG_LEVEL, destination: process.stderr });
    const shutdown = createShutdown({ logger });
    shutdown.installSignalHandlers();
    try {
      terminal.print(toBanner(await startInstallation(environment, { logger, shutdown, terminal })));
    } catch (thrown) {
      await shutdown.run('could not start');
      throw thrown;
    }
  },
});
