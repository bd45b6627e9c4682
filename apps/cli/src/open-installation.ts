import { join, resolve } from 'node:path';
import type { Logger } from '@shipmate/core';
import { createDatabase, type Database } from '@shipmate/db';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { toStorageQuota } from '@shipmate/db/environment';
import { type Shutdown, startTelemetry } from '@shipmate/runtime';
import { createImportBudget } from '@shipmate/server';
import { hasCluster, type OpenedTools, openTools } from '@shipmate/tools';
import type { Installation } from './compose.ts';
import type { InstallationEnvironment } from './installation-environment.ts';
import { seed } from './seed.ts';
import { type DemoCluster, startDemoCluster } from './start-demo-cluster.ts';
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

/**
 * Opens the database, migrates and seeds it, and composes web, tools-api and worker. The worker executes runs at once. An embedded database
 * starts in a thread of its own while this one imports the apps and starts the simulated cluster.
 */
export async function openInstallation(
  given: InstallationEnvironment,
  options: OpenInstallationOptions,
): Promise<OpenedInstallation> {
  const { logger, shutdown, webUrl, showSignInLink } = options;
  const processMetrics = await startTelemetry({ environment: given, app: 'all', shutdown });
  const database = await createDatabase(toDatabaseLocation(given), { logger, storageQuota: toStorageQuota(given) });
  const importBudget = createImportBudget(given);
  const repositoryFolder = resolve(given.REPOSITORY_FOLDER ?? join(given.SHIPMATE_DATA_DIR, 'repositories'));
  let opened: OpenedTools | undefined;
  let demo: DemoCluster | undefined;
  shutdown.add('demo cluster', async () => demo?.close());
  // Closed after the database, whose close waits for the jobs that call tools.
  shutdown.add('tools', async () => opened?.close());
  shutdown.add('database', () => database.close());

  const { compose } = await import('./compose.ts');
  demo = given.DEMO_CLUSTER && !hasCluster(given) ? await startDemoCluster() : undefined;
  const environment = { ...given, KUBECONFIG: demo?.kubeconfig ?? given.KUBECONFIG };
  const storage = createToolStorage(database.unitOfWork);
  opened = openTools(environment, { storage, archiveBudget: importBudget, repositoryFolder });
  await database.migrate();
  await database.start();
  await seed(database.unitOfWork, environment.SHIPMATE_USER_EMAIL);
  const apps = await compose(environment, {
    logger,
    database,
    processMetrics,
    opened,
    importBudget,
    repositoryFolder,
    draining: shutdown.signal,
    webUrl,
    showSignInLink,
  });
  return { ...apps, database, demoKubeconfig: demo?.kubeconfig };
}
