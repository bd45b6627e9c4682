import { resolve } from 'node:path';
import { demoScript } from '@shipmate/agents/demo';
import { createTools } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { toPreparedStatements, toStorageQuota } from '@shipmate/db/environment';
import type { Shutdown } from '@shipmate/runtime';
import { createEnvironmentToolTokens } from '@shipmate/server';
import { openTools } from '@shipmate/tools';
import type { WorkerResources } from './worker-resources.ts';
import type { WorkerEnvironment } from './env.ts';

/**
 * Opens the resources of the worker when it runs as a process of its own. Registers what must be closed with
 * `shutdown`.
 */
export async function openResources(
  environment: WorkerEnvironment,
  { logger, shutdown }: { readonly logger: Logger; readonly shutdown: Shutdown },
): Promise<WorkerResources> {
  const models = createModelCatalog({ environment, demoScript });
  const database = await createDatabase(
    { databaseUrl: environment.DATABASE_URL, preparedStatements: toPreparedStatements(environment) },
    { logger, storageQuota: toStorageQuota(environment) },
  );
  const { REPOSITORY_FOLDER: folder } = environment;
  const opened = openTools(environment, {
    storage: createToolStorage(database.unitOfWork),
    ...(folder !== undefined && { repositoryFolder: resolve(folder) }),
  });
  // Closed after the database, whose close waits for the jobs that call tools.
  shutdown.add('tools', () => opened.close());
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  const toolTokens = createEnvironmentToolTokens(environment);
  return {
    logger,
    database,
    models,
    ports: opened.ports,
    tools: createTools(environment, { opened, unitOfWork: database.unitOfWork, models, toolTokens }),
    repositories:
      folder === undefined
        ? undefined
        : {
            workTrees: opened.ports.workTrees,
            objects: opened.ports.gitObjects,
            indexer: opened.ports.codeIndexer,
            embedder: opened.ports.embedder,
            tools: opened.checkoutRegistry,
            root: resolve(folder),
          },
    draining: shutdown.signal,
  };
}
