import { resolve } from 'node:path';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import type { UnitOfWork } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { type Shutdown, startTelemetry, toStorageQuota } from '@shipmate/runtime';
import { createImportBudget, type RunningServer, type StartServerOptions, startServer } from '@shipmate/server';
import { hasCluster, openTools } from '@shipmate/tools';
import type { BannerFacts } from './banner.ts';
import { compose } from './compose.ts';
import type { InstallationEnvironment } from './installation-environment.ts';
import { seed } from './seed.ts';
import { startDemoCluster } from './start-demo-cluster.ts';
import type { Terminal } from './terminal.ts';
import { toDatabaseLocation } from './with-database.ts';

/** Resources for {@link startInstallation}; `shutdown` closes everything it starts. */
interface StartContext {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly terminal: Terminal;
}

/** A running installation. */
interface StartedInstallation extends BannerFacts {
  readonly unitOfWork: UnitOfWork;
}

/** Opens the database, migrates and seeds it, and serves web, tools-api and worker from this process. */
export async function startInstallation(
  given: InstallationEnvironment,
  context: StartContext,
): Promise<StartedInstallation> {
  const { logger, shutdown, terminal } = context;
  await startTelemetry({ environment: given, app: 'all', shutdown });
  const needsDemo = given.DEMO_CLUSTER && !hasCluster(given);
  const demoKubeconfig = needsDemo ? await startDemoCluster(shutdown) : undefined;
  const environment = { ...given, KUBECONFIG: demoKubeconfig ?? given.KUBECONFIG };
  const location = toDatabaseLocation(environment);
  const database = await createDatabase(location, { logger, storageQuota: toStorageQuota(environment) });
  const importBudget = createImportBudget(environment);
  const storage = createToolStorage(database.unitOfWork);
  const opened = openTools(environment, { storage, archiveBudget: importBudget });
  // Closed after the database, whose close waits for the jobs that call tools.
  shutdown.add('tools', () => opened.close());
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  await seed(database.unitOfWork, environment.SHIPMATE_USER_EMAIL);

  let webUrl = environment.SHIPMATE_URL;
  const { models, toolsApi, worker, composeWeb } = await compose(environment, {
    logger,
    database,
    opened,
    importBudget,
    draining: shutdown.signal,
    webUrl: () => webUrl,
    showSignInLink: (url) => terminal.print(`\nSign in with this link, once: ${url}`),
  });

  async function serve(name: string, options: Omit<StartServerOptions, 'logger'>): Promise<RunningServer> {
    const server = await startServer({ ...options, portFallback: true, logger });
    shutdown.add(name, () => server.close());
    if (options.port !== 0 && server.port !== options.port) {
      terminal.print(`Port ${options.port} is in use; ${name} uses ${server.port}.`);
    }
    return server;
  }

  const { TOOLS_API_HOST, TOOLS_API_PORT, WORKER_HOST, WORKER_PORT, WEB_HOST, WEB_PORT } = environment;
  const toolsApiServer = await serve('tools-api', {
    app: toolsApi.app,
    hostname: TOOLS_API_HOST,
    port: TOOLS_API_PORT,
  });
  shutdown.add('worker runs', () => worker.close());
  const workerServer = await serve('worker', { app: worker.app, hostname: WORKER_HOST, port: WORKER_PORT });
  const web = await composeWeb(toolsApiServer.url);
  const webServer = await serve('web', { app: web.app, hostname: WEB_HOST, port: WEB_PORT });
  webUrl ??= webServer.url;
  shutdown.add('runs', () => web.close());

  return {
    unitOfWork: database.unitOfWork,
    signInUrl: await web.signIn.createLink(webServer.url),
    toolsApiUrl: toolsApiServer.url,
    workerUrl: workerServer.url,
    models,
    demoKubeconfig,
    data: 'databaseUrl' in location ? new URL(location.databaseUrl).host : resolve(location.dataDir),
  };
}
