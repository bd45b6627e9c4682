import { demoScript } from '@shipmate/agents/demo';
import { addFlows } from '@shipmate/agents/tools';
import type { Logger } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import { createModelCatalog, type ModelCatalog } from '@shipmate/providers';
import type { ByteBudget, ProcessMetrics } from '@shipmate/runtime';
import { createAcceptanceCheck, type OpenedTools } from '@shipmate/tools';
import { toRemoteSchemes } from '@shipmate/tools/git';
import { createEnvironmentJwtVerifier, toAdmissionLimits } from '@shipmate/server';
import { compose as composeToolsApi } from '@shipmate/tools-api/compose';
import { compose as composeWeb, type WebApp } from '@shipmate/web/compose';
import { compose as composeWorker } from '@shipmate/worker/compose';
import type { InstallationEnvironment } from './installation-environment.ts';

/** Resources that the apps of one process share; `showSignInLink` receives each sign-in link. */
interface SharedResources {
  readonly logger: Logger;
  readonly database: Database;
  readonly processMetrics?: ProcessMetrics;
  readonly opened: OpenedTools;
  /** Budget of the bytes that imports, exports and chart dependencies hold. */
  readonly importBudget: ByteBudget;
  /** The absolute path of the folder for clones and work trees. */
  readonly repositoryFolder: string;
  readonly draining: AbortSignal;
  /** Returns the URL of web, once it is served. */
  readonly webUrl: () => string | undefined;
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

/** Builds the apps with one database, one set of tools and one model catalog. */
export async function compose(environment: InstallationEnvironment, shared: SharedResources): Promise<Installation> {
  const { opened, webUrl, repositoryFolder, ...others } = shared;
  const { database, logger } = others;
  const {
    WEB_HOST: host,
    SHIPMATE_USER_EMAIL: userEmail,
    CORS_ORIGINS: corsOrigins,
    RUN_LEASE_SECONDS: leaseSeconds,
    ANSWER_LANGUAGE: answerLanguage,
    METRICS_TOKEN: metricsToken,
    TOOLS_API_PUBLIC_URL: publicUrl,
    WORKER_CONCURRENCY: concurrency,
    WORKER_ORGANIZATION_CONCURRENCY: organizationConcurrency,
  } = environment;
  const models = createModelCatalog({ environment, demoScript });
  const { ports, registry } = opened;
  const jwtVerifier = createEnvironmentJwtVerifier(environment);
  const resources = {
    ...others,
    models,
    tools: addFlows(registry, { unitOfWork: database.unitOfWork, models, ...ports }),
    ports,
    chartPorts: ports,
    chartExchange: ports,
    webhooks: ports.webhooks,
    mcp: ports.mcp,
    checkBeforeAccept: createAcceptanceCheck(ports),
    jwtVerifier,
  };
  const requestLimits = toAdmissionLimits(environment);
  const named = (name: string) => ({ ...resources, logger: logger.child({ app: name }) });
  return {
    models,
    toolsApi: composeToolsApi(
      {
        host: environment.TOOLS_API_HOST,
        requestLimits,
        webUrl,
        publicUrl,
        issuer: environment.JWT_ISSUER,
        metricsToken,
      },
      named('tools-api'),
    ),
    worker: await composeWorker(
      {
        host: environment.WORKER_HOST,
        leaseSeconds,
        answerLanguage,
        concurrency,
        organizationConcurrency,
        metricsToken,
      },
      {
        ...named('worker'),
        repositories: {
          workTrees: ports.workTrees,
          objects: ports.gitObjects,
          indexer: ports.codeIndexer,
          embedder: ports.embedder,
          tools: opened.checkoutRegistry,
          root: repositoryFolder,
        },
      },
    ),
    composeWeb: (toolsApiUrl) =>
      composeWeb(
        { host, userEmail, toolsApiUrl, corsOrigins, leaseSeconds, answerLanguage, requestLimits, metricsToken },
        {
          ...named('web'),
          codeMaps: ports.codeMaps,
          diagrams: ports.diagrams,
          repositories: {
            workTrees: ports.workTrees,
            objects: ports.gitObjects,
            review: ports.gitReview,
            changeRequests: ports.changeRequests,
            codeMaps: ports.codeMaps,
            root: repositoryFolder,
            roots: environment.REPOSITORY_ROOTS ?? [],
            schemes: toRemoteSchemes(environment),
          },
        },
      ),
  };
}
