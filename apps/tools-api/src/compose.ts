import { createCallApprovals } from '@shipmate/agents';
import {
  type ChatModel,
  type Clock,
  jsonValueSchema,
  type Logger,
  systemClock,
  type ToolRegistry,
} from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ToolTokens } from '@shipmate/domain/access';
import * as toolProtocol from '@shipmate/protocol/tools';
import type { ProcessMetrics } from '@shipmate/runtime';
import {
  type AdmissionLimits,
  type AppEnvironment,
  compressJson,
  createAdmission,
  createApp,
  createAuthenticator,
  createJwtAccess,
  type JwtVerifier,
  isMcpSubscription,
  loopbackHosts,
  mountHealth,
  mountMetrics,
  mountMcp,
  mountOpenApi,
  mountTools,
  type RequestClass,
} from '@shipmate/server';
import { explainCheckoutTool } from '@shipmate/tools';
import type { Hono } from 'hono';
import { listMcpResources } from './mcp-resources.ts';
import { toolBodyLimits } from './routes/editor-route.ts';
import { toolRoutes } from './routes/tool-routes.ts';

/** Settings of tools-api. */
export interface ToolsApiSettings {
  /** Bearer token that `/metrics` requires; none when undefined. */
  readonly metricsToken?: string | undefined;
  /** Host name or address of the listener. On loopback the app accepts only the names of this machine. */
  readonly host: string;
  /** No limits when undefined. */
  readonly requestLimits?: AdmissionLimits | undefined;
  /** Returns the URL of the web app, for links to approvals. */
  readonly webUrl?: (() => string | undefined) | undefined;
  /** Issuer of the accepted JWTs. */
  readonly issuer?: string | undefined;
  /** URL at which clients reach the app; by default that of each request. */
  readonly publicUrl?: string | undefined;
}

/** Resources of tools-api. The caller closes them. */
export interface ToolsApiResources {
  readonly logger: Logger;
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'ping'> & {
    readonly jobs: Pick<Database['jobs'], 'measureQueues'>;
  };
  readonly tools: ToolRegistry;
  /** The models that describe the results of approved calls. */
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  /** Metrics of this process for `/metrics`. */
  readonly processMetrics?: ProcessMetrics | undefined;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
  /** Without it, tool tokens are refused. */
  readonly toolTokens?: Pick<ToolTokens, 'verify'> | undefined;
  /** Verifier of JWTs; without one, JWTs are refused. */
  readonly jwtVerifier?: JwtVerifier | undefined;
  readonly clock?: Clock;
}

/** Builds tools-api, which serves every tool over HTTP to API clients with a token. */
export function compose(
  settings: ToolsApiSettings,
  resources: ToolsApiResources,
): { readonly app: Hono<AppEnvironment> } {
  const { logger, database, tools, models, draining, toolTokens, jwtVerifier, clock = systemClock } = resources;
  const { stores } = database.unitOfWork;
  const authenticator = createAuthenticator({
    credentials: stores.credentials,
    clock,
    sessions: false,
    toolTokens,
    jwtAccess: jwtVerifier && createJwtAccess({ verifier: jwtVerifier, unitOfWork: database.unitOfWork }),
  });
  const { authenticate, middleware: admission } = createAdmission({
    authenticate: authenticator.authenticate,
    limits: settings.requestLimits,
    classify,
    holdsStream: (request) => !isMcpSubscription(request),
  });

  const app = createApp({
    logger,
    bodyLimits: toolBodyLimits,
    ...(loopbackHosts.includes(settings.host) && { allowedHosts: loopbackHosts }),
  });
  app.use('/api/*', ...compressJson());
  app.use(admission);
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });
  mountMetrics(app, {
    processMetrics: resources.processMetrics,
    runs: database.unitOfWork.stores.runs,
    jobs: database.jobs,
    token: settings.metricsToken,
  });
  app.route('/api/tools', toolRoutes({ tools, authenticate, stores }));
  const { unitOfWork, notifications } = database;
  const approvals = createCallApprovals({ unitOfWork, notifications, models, tools });
  const served = { tools, authenticate, unitOfWork, approvals, explainMissing: explainCheckoutTool };
  mountTools(app, served);
  const { webUrl, issuer, publicUrl } = settings;
  const resourceFamilies = listMcpResources(stores);
  mountMcp(app, { ...served, resourceFamilies, webUrl, issuer, publicUrl });
  mountOpenApi(app, {
    title: 'Shipmate tools API',
    description:
      'Every tool of Shipmate over HTTP and MCP. A call returns a result with `success`: a tool that fails answers 200 with `success: false` and a code.',
    modules: [{ jsonValueSchema }, toolProtocol],
    requirementOf: (route) => (/ \/(?:api\/|mcp$)/.test(route) ? 'any' : undefined),
  });
  return { app };
}

/** Returns the class of a request. The body of an MCP request, which is unread here, may call a tool. */
function classify({ method, path }: { readonly method: string; readonly path: string }): RequestClass | undefined {
  if (path === '/mcp') return 'tool_call';
  if (!path.startsWith('/api/')) return undefined;
  return method === 'GET' && path === '/api/tools' ? 'basic' : 'tool_call';
}
