import { resolve } from 'node:path';
import { demoScript } from '@shipmate/agents/demo';
import { createTools } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { toPreparedStatements, toStorageQuota } from '@shipmate/db/environment';
import type { Shutdown } from '@shipmate/runtime';
import { createEnvironmentJwtVerifier, createEnvironmentToolTokens, createImportBudget } from '@shipmate/server';
import { createAcceptanceCheck, openTools } from '@shipmate/tools';
import { toRemoteSchemes } from '@shipmate/tools/git';
import type { WebResources } from './compose.ts';
import type { WebEnvironment } from './env.ts';

/**
 * Opens the resources of the web app when it runs as a process of its own. Registers what must be closed with
 * `shutdown`.
 */
export async function openResources(
  environment: WebEnvironment,
  { logger, shutdown }: { readonly logger: Logger; readonly shutdown: Shutdown },
): Promise<WebResources> {
  const database = await createDatabase(
    { databaseUrl: environment.DATABASE_URL, preparedStatements: toPreparedStatements(environment) },
    { logger, storageQuota: toStorageQuota(environment) },
  );
  const importBudget = createImportBudget(environment);
  const storage = createToolStorage(database.unitOfWork);
  const { REPOSITORY_FOLDER: folder } = environment;
  const repositoryFolder = folder === undefined ? undefined : resolve(folder);
  const opened = openTools(environment, {
    storage,
    archiveBudget: importBudget,
    ...(repositoryFolder !== undefined && { repositoryFolder }),
  });
  // Closed after the database, whose close waits for the jobs that call tools.
  shutdown.add('tools', () => opened.close());
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  const models = createModelCatalog({ environment, demoScript });
  const toolTokens = createEnvironmentToolTokens(environment);
  return {
    logger,
    database,
    models,
    tools: createTools(environment, { opened, unitOfWork: database.unitOfWork, models, toolTokens }),
    chartPorts: opened.ports,
    chartExchange: opened.ports,
    webhooks: opened.ports.webhooks,
    mcp: opened.ports.mcp,
    repositories:
      repositoryFolder === undefined
        ? undefined
        : {
            workTrees: opened.ports.workTrees,
            objects: opened.ports.gitObjects,
            review: opened.ports.gitReview,
            changeRequests: opened.ports.changeRequests,
            codeMaps: opened.ports.codeMaps,
            root: repositoryFolder,
            roots: environment.REPOSITORY_ROOTS ?? [],
            schemes: toRemoteSchemes(environment),
          },
    // Without the folder, files of a code map cannot be read and nothing is indexed.
    ...(repositoryFolder !== undefined && { codeMaps: opened.ports.codeMaps, diagrams: opened.ports.diagrams }),
    importBudget,
    checkBeforeAccept: createAcceptanceCheck(opened.ports),
    draining: shutdown.signal,
    jwtVerifier: createEnvironmentJwtVerifier(environment),
    showSignInLink: (url) => logger.info('sign in with this link, once', { url }),
  };
}
