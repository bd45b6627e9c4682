import { join, resolve } from 'node:path';
import type { Logger } from '@shipmate/core';
import { createDatabase, type Database } from '@shipmate/db';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { toStorageQuota } from '@shipmate/db/environment';
import { type Shutdown, startTelemetry } from '@shipmate/runtime';
import { createImportBudget } from '@shipmate/server';
import { hasCluster, openTools } from '@shipmate/tools';
import { compose, type Installation } from './compose.ts';
import type { InstallationEnvironment } from './installation-environment.ts';
import { seed } from './seed.ts';
import { startDemoCluster } from './start-demo-cluster.ts';
import { toDatabaseLocation } from './with-database.ts';

/** Options for {@link openInstallation}; `shutdown` closes everything it opens. */
interface OpenInstallationOptions {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  /** Returns the URL of web, once it is served. */
  readonly webUrl: () => string | undefined;
  readonly showSignInLink: (url: string) => void;
}

/** The composed apps of this process, which nothing serves yet. */
interface OpenedInstallation extends Installation {
  readonly database: Database;
  /** Path of the simulated cluster's kubeconfig; `undefined` without a simulated cluster. */
  readonly demoKubeconfig: string | undefined;
}

/** Opens the database, migrates and seeds it, and composes web, tools-api and worker. The worker executes runs at once. */
export async function openInstallation(
  given: InstallationEnvironment,
  options: OpenInstallationOptions,
): Promise<OpenedInstallation> {
  const { logger, shutdown, webUrl, showSignInLink } = options;
  const processMetrics = await startTelemetry({ environment: given, app: 'all', shutdown });
  const needsDemo = given.DEMO_CLUSTER && !hasCluster(given);
  const demoKubeconfig = needsDemo ? await startDemoCluster(shutdown) : undefined;
  const repositoryFolder = resolve(given.REPOSITORY_FOLDER ?? join(given.SHIPMATE_DATA_DIR, 'repositories'));
  const environment = { ...given, KUBECONFIG: demoKubeconfig ?? given.KUBECONFIG };
  const location = toDatabaseLocation(environment);
  const database = await createDatabase(location, { logger, storageQuota: toStorageQuota(environment) });
  const importBudget = createImportBudget(environment);
  const storage = createToolStorage(database.unitOfWork);
  const opened = openTools(environment, { storage, archiveBudget: importBudget, repositoryFolder });
  // Closed after the database, whose close waits for the jobs that call tools.
  shutdown.add('tools', () => opened.close());
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  await seed(database.unitOfWork, environment.SHIPMATE_USER_EMAIL);
  const draining = shutdown.signal;
  const resources = {
    logger,
    database,
    processMetrics,
    opened,
    importBudget,
    repositoryFolder,
    draining,
    webUrl,
    showSignInLink,
  };
  const apps = await compose(environment, resources);
  return { ...apps, database, demoKubeconfig };
}
