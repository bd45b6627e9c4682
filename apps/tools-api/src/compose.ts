import { createCallApprovals } from '@shipmate/agents';
import { type ChatModel, type Clock, type Logger, systemClock, type ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import {
  type AdmissionLimits,
  type AppEnvironment,
  createAdmission,
  createApp,
  createAuthenticator,
  createJwtAccess,
  type JwtVerifier,
  loopbackHosts,
  mountHealth,
  mountTools,
  type ToolTokens,
} from '@shipmate/server';
import type { Hono } from 'hono';
import { toolRoutes } from './routes/tool-routes.ts';

/** What tools-api is told of where it runs. */
export interface ToolsApiSettings {
  /** The name or address that it listens on. On loopback it answers to the names of this machine only. */
  readonly host: string;
  /** No limits when absent. */
  readonly requestLimits?: AdmissionLimits | undefined;
}

/** What tools-api stands on. Whoever made it closes it. */
export interface ToolsApiResources {
  readonly logger: Logger;
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'ping'>;
  readonly tools: ToolRegistry;
  /** The models that say what came of calls which a person approved. */
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  /** Fires when the process is leaving. */
  readonly draining: AbortSignal;
  /** When absent, tool tokens are refused. */
  readonly toolTokens?: Pick<ToolTokens, 'verify'>;
  /** When absent, nobody can come with a JWT. */
  readonly jwtVerifier?: JwtVerifier | undefined;
  readonly clock?: Clock;
}

/** Builds tools-api: every tool over HTTP, for programs that have a token. */
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
    classify: ({ method, path }) =>
      path.startsWith('/api/') ? (method === 'GET' && path === '/api/tools' ? 'basic' : 'tool_call') : undefined,
  });

  const app = createApp({ logger, ...(loopbackHosts.includes(settings.host) && { allowedHosts: loopbackHosts }) });
  app.use(admission);
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });
  app.route('/api/tools', toolRoutes({ tools, authenticate, stores }));
  const { unitOfWork, notifications } = database;
  const approvals = createCallApprovals({ unitOfWork, notifications, models, tools });
  mountTools(app, { tools, authenticate, unitOfWork, approvals });
  return { app };
}
