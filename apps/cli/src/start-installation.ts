import { resolve } from 'node:path';
import type { Logger } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Shutdown } from '@shipmate/runtime';
import { type RunningServer, type StartServerOptions, startServer } from '@shipmate/server';
import type { BannerFacts } from './banner.ts';
import type { InstallationEnvironment } from './installation-environment.ts';
import { openInstallation } from './open-installation.ts';
import type { Terminal } from './terminal.ts';
import { toDatabaseLocation } from './with-database.ts';

/** Resources for {@link startInstallation}; `shutdown` closes everything it starts. */
interface StartContext {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly terminal: Pick<Terminal, 'print'>;
}

/** A running installation. */
interface StartedInstallation extends BannerFacts {
  readonly unitOfWork: UnitOfWork;
}

/** Opens an installation, and serves web, tools-api and worker from this process. */
export async function startInstallation(
  environment: InstallationEnvironment,
  context: StartContext,
): Promise<StartedInstallation> {
  const { logger, shutdown, terminal } = context;
  let webUrl = environment.SHIPMATE_URL;
  const { database, demoKubeconfig, models, toolsApi, worker, composeWeb } = await openInstallation(environment, {
    logger,
    shutdown,
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

  const location = toDatabaseLocation(environment);
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
