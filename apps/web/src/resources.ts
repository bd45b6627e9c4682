import { demoScript } from '@shipmate/agents/demo';
import { createTools } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { createModelCatalog } from '@shipmate/providers';
import { type Shutdown, toStorageQuota } from '@shipmate/runtime';
import { createEnvironmentJwtVerifier, createEnvironmentToolTokens, createImportBudget } from '@shipmate/server';
import {
  createAcceptanceCheck,
  createChartExchange,
  createCompute,
  createFixedKubernetesVersions,
  createHelmCli,
  createKubernetesClient,
  createOperations,
} from '@shipmate/tools';
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
    { databaseUrl: environment.DATABASE_URL },
    { logger, storageQuota: toStorageQuota(environment) },
  );
  shutdown.add('database', () => database.close());
  await database.migrate();
  await database.start();
  const compute = createCompute();
  shutdown.add('compute', () => compute.close());
  const importBudget = createImportBudget(environment);
  const chartPorts = {
    helm: createHelmCli({ environment, compute, archiveBudget: importBudget }),
    kubernetesVersions: createFixedKubernetesVersions(environment.KUBERNETES_VERSION),
    compute,
  };
  const models = createModelCatalog({ environment, demoScript });
  return {
    logger,
    database,
    models,
    tools: createTools(environment, {
      toolTokens: createEnvironmentToolTokens(environment),
      helm: chartPorts.helm,
      unitOfWork: database.unitOfWork,
      models,
      compute,
      kubernetes: createKubernetesClient({ environment, compute }),
      operations: createOperations({ environment }),
    }),
    chartPorts,
    chartExchange: createChartExchange(environment),
    importBudget,
    checkBeforeAccept: createAcceptanceCheck(chartPorts),
    draining: shutdown.signal,
    jwtVerifier: createEnvironmentJwtVerifier(environment),
    showSignInLink: (url) => logger.info('sign in with this link, once', { url }),
  };
}
