import { demoScript } from '@shipmate/agents/demo';
import { addFlows } from '@shipmate/agents/tools';
import { type Logger, ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import { createModelCatalog, type ModelCatalog } from '@shipmate/providers';
import {
  bindAllTools,
  type ComputePort,
  createAcceptanceCheck,
  createArtifactHubClient,
  createChartExchange,
  createFixedKubernetesVersions,
  createHelmCli,
  createHttpEmbedder,
  createKubernetesClient,
  createOperations,
} from '@shipmate/tools';
import { createEnvironmentJwtVerifier, createImportBudget, toAdmissionLimits } from '@shipmate/server';
import { compose as composeToolsApi } from '@shipmate/tools-api/compose';
import { compose as composeWeb, type WebApp } from '@shipmate/web/compose';
import { compose as composeWorker } from '@shipmate/worker/compose';
import type { CliEnvironment } from './env.ts';

/** Resources that the apps of one process share; `showSignInLink` receives each sign-in link. */
export interface SharedResources {
  readonly logger: Logger;
  readonly database: Database;
  readonly compute: ComputePort;
  readonly draining: AbortSignal;
  readonly showSignInLink: (url: string) => void;
}

/** The three apps of one process. */
export interface Installation {
  readonly models: ModelCatalog;
  /** Builds the web app, which shows users the URL of tools-api. */
  readonly composeWeb: (toolsApiUrl: string) => Promise<WebApp>;
  readonly toolsApi: ReturnType<typeof composeToolsApi>;
  readonly worker: Awaited<ReturnType<typeof composeWorker>>;
}

/** Creates the shared clients, ports and tools once and builds the apps with them. */
export async function compose(environment: CliEnvironment, shared: SharedResources): Promise<Installation> {
  const { database, logger } = shared;
  const {
    ARTIFACT_HUB_URL: baseUrl,
    WEB_HOST: host,
    SHIPMATE_USER_EMAIL: userEmail,
    CORS_ORIGINS: corsOrigins,
    RUN_LEASE_SECONDS: leaseSeconds,
    ANSWER_LANGUAGE: answerLanguage,
    WORKER_CONCURRENCY: concurrency,
    WORKER_ORGANIZATION_CONCURRENCY: organizationConcurrency,
  } = environment;
  const models = createModelCatalog({ environment, demoScript });
  const importBudget = createImportBudget(environment);
  const ports = {
    unitOfWork: database.unitOfWork,
    subchartVersions: createArtifactHubClient(baseUrl === undefined ? {} : { baseUrl }),
    kubernetesVersions: createFixedKubernetesVersions(environment.KUBERNETES_VERSION),
    helm: createHelmCli({ environment, compute: shared.compute, archiveBudget: importBudget }),
    compute: shared.compute,
  };
  const kubernetes = createKubernetesClient({ environment, compute: shared.compute });
  const operations = createOperations({ environment });
  const embedder = createHttpEmbedder({ environment });
  const base = new ToolRegistry(bindAllTools({ ...ports, kubernetes, operations, embedder }));
  const tools = addFlows(base, {
    unitOfWork: database.unitOfWork,
    models,
    compute: shared.compute,
    kubernetes,
    operations,
  });
  const jwtVerifier = createEnvironmentJwtVerifier(environment);
  const resources = {
    ...shared,
    models,
    tools,
    kubernetes,
    embedder,
    chartPorts: ports,
    chartExchange: createChartExchange(environment),
    importBudget,
    checkBeforeAccept: createAcceptanceCheck(ports),
    jwtVerifier,
  };
  const requestLimits = toAdmissionLimits(environment);
  const named = (name: string) => ({ ...resources, logger: logger.child({ app: name }) });
  return {
    models,
    toolsApi: composeToolsApi({ host: environment.TOOLS_API_HOST, requestLimits }, named('tools-api')),
    worker: await composeWorker(
      { host: environment.WORKER_HOST, leaseSeconds, answerLanguage, concurrency, organizationConcurrency },
      named('worker'),
    ),
    composeWeb: (toolsApiUrl) =>
      composeWeb(
        { host, userEmail, toolsApiUrl, corsOrigins, leaseSeconds, answerLanguage, requestLimits },
        named('web'),
      ),
  };
}
