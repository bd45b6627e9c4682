import { resolve } from 'node:path';
import { demoScript } from '@shipmate/agents/demo';
import { addFlows } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createModelCatalog } from '@shipmate/providers';
import { toPreparedStatements, toStorageQuota } from '@shipmate/db/environment';
import type { Shutdown } from '@shipmate/runtime';
import { createEnvironmentJwtVerifier, createEnvironmentToolTokens } from '@shipmate/server';
import { openTools } from '@shipmate/tools';
import type { ToolsApiResources } from './compose.ts';
import type { ToolsApiEnvironment } from './env.ts';

/**
 * Opens the resources of tools-api when it runs as a process of its own. Registers what must be closed with `shutdown`.
 */
export async function openResources(
  environment: ToolsApiEnvironment,
  { logger, shutdown }: { readonly logger: Logger; readonly shutdown: Shutdown },
): Promise<ToolsApiResources> {
  const { DATABASE_URL: databaseUrl } = environment;
  const database = await createDatabase(
    { databaseUrl, preparedStatements: toPreparedStatements(environment) },
    { logger, storageQuota: toStorageQuota(environment) },
  );
  const { unitOfWork } = database;
  const { REPOSITORY_FOLDER: folder } = environment;
  const opened = openTools(environment, {
    storage: createToolStorage(unitOfWork),
    ...(folder !== undefined && { repositoryFolder: resolve(folder) }),
  });
  shutdown.add('tools', () => opened.close());
  shutdown.add('database', () => database.close());
  await database.migrate();
  const models = createModelCatalog({ environment, demoScript });
  return {
    logger,
    database,
    tools: addFlows(opened.registry, { unitOfWork, models, ...opened.ports }),
    models,
    draining: shutdown.signal,
    jwtVerifier: createEnvironmentJwtVerifier(environment),
    toolTokens: createEnvironmentToolTokens(environment),
  };
}
