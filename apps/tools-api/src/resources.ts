import { demoScript } from '@shipmate/agents/demo';
import { addFlows } from '@shipmate/agents/tools';
import { type Logger, ToolRegistry } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createModelCatalog } from '@shipmate/providers';
import { type Shutdown, toStorageQuota } from '@shipmate/runtime';
import { createEnvironmentJwtVerifier, createEnvironmentToolTokens } from '@shipmate/server';
import {
  bindAllTools,
  createArtifactHubClient,
  createCompute,
  createFixedKubernetesVersions,
  createHelmCli,
  createHttpEmbedder,
  createKubernetesClient,
  createOperations,
} from '@shipmate/tools';
import type { ToolsApiResources } from './compose.ts';
import type { ToolsApiEnvironment } from './env.ts';

/**
 * Opens the resources of tools-api when it runs as a process of its own. Registers what must be closed with `shutdown`.
 */
export async function openResources(
  environment: ToolsApiEnvironment,
  { logger, shutdown }: { readonly logger: Logger; readonly shutdown: Shutdown },
): Promise<ToolsApiResources> {
  const { DATABASE_URL: databaseUrl, ARTIFACT_HUB_URL: baseUrl } = environment;
  const database = await createDatabase({ databaseUrl }, { logger, storageQuota: toStorageQuota(environment) });
  shutdown.add('database', () => database.close());
  await database.migrate();
  const { unitOfWork } = database;
  const models = createModelCatalog({ environment, demoScript });
  const compute = createCompute();
  shutdown.add('compute', () => compute.close());
  const kubernetes = createKubernetesClient({ environment, compute });
  const operations = createOperations({ environment });
  const tools = bindAllTools({
    unitOfWork,
    compute,
    subchartVersions: createArtifactHubClient(baseUrl === undefined ? {} : { baseUrl }),
    kubernetesVersions: createFixedKubernetesVersions(environment.KUBERNETES_VERSION),
    helm: createHelmCli({ environment, compute }),
    kubernetes,
    operations,
    embedder: createHttpEmbedder({ environment }),
  });
  return {
    logger,
    database,
    tools: addFlows(new ToolRegistry(tools), { unitOfWork, models, compute, kubernetes, operations }),
    models,
    draining: shutdown.signal,
    jwtVerifier: createEnvironmentJwtVerifier(environment),
    toolTokens: createEnvironmentToolTokens(environment),
  };
}
