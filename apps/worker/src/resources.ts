import { demoScript } from '@shipmate/agents/demo';
import { createTools } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createModelCatalog } from '@shipmate/providers';
import { type Shutdown, toStorageQuota } from '@shipmate/runtime';
import { createEnvironmentToolTokens } from '@shipmate/server';
import { createCompute, createHttpEmbedder, createKubernetesClient, createOperations } from '@shipmate/tools';
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
    { databaseUrl: environment.DATABASE_URL },
    { logger, storageQuota: toStorageQuota(environment) },
  );
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  const compute = createCompute();
  shutdown.add('compute', () => compute.close());
  const kubernetes = createKubernetesClient({ environment, compute });
  const operations = createOperations({ environment });
  return {
    logger,
    database,
    models,
    compute,
    tools: createTools(environment, {
      toolTokens: createEnvironmentToolTokens(environment),
      unitOfWork: database.unitOfWork,
      models,
      compute,
      kubernetes,
      operations,
    }),
    kubernetes,
    embedder: createHttpEmbedder({ environment }),
    draining: shutdown.signal,
  };
}
