import { fileURLToPath } from 'node:url';
import {
  createPayloadCheck,
  createRuleCheck,
  createRunExecutor,
  createRunLog,
  type WrittenLanguage,
} from '@shipmate/agents';
import { type Clock, type Logger, systemClock, type ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { CheckBeforeAccept } from '@shipmate/domain/use-cases';
import type { ModelCatalog } from '@shipmate/providers';
import type { ByteBudget, ProcessMetrics } from '@shipmate/runtime';
import {
  type AdmissionLimits,
  type AppEnvironment,
  compressJson,
  createAdmission,
  createApp,
  createAuthenticator,
  createCors,
  createImportBudget,
  createJwtAccess,
  createRequestOrigins,
  createRouteAccess,
  importMemorySchema,
  type JwtVerifier,
  loopbackHosts,
  mountHealth,
  mountMetrics,
  mountOpenApi,
} from '@shipmate/server';
import type { ChartCheckPorts, ChartExchange, WebhookPort } from '@shipmate/tools';
import type { McpClientPort } from '@shipmate/tools/mcp';
import type { Hono } from 'hono';
import { routeRequirements } from './access/route-requirements.ts';
import { bodyLimits } from './body-limits.ts';
import { createDeliveryRate } from './incoming-webhooks/delivery-rate.ts';
import { createWebhookSecrets } from './incoming-webhooks/webhook-secrets.ts';
import { createRunAttendance } from './agent-chat/run-attendance.ts';
import { agentChatRoutes } from './routes/agent-chat-routes.ts';
import { agentPreviewRoutes } from './routes/agent-preview-routes.ts';
import { alertRoutes } from './routes/alert-routes.ts';
import { approvalRoutes } from './routes/approval-routes.ts';
import { archiveRoutes } from './routes/archive-routes.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { changeRoutes } from './routes/change-routes.ts';
import { checkRoutes } from './routes/check-routes.ts';
import { chatRoutes } from './routes/chat-routes.ts';
import { codeMapRoutes } from './routes/code-map-routes.ts';
import { conversationRoutes } from './routes/conversation-routes.ts';
import { clusterRoutes } from './routes/cluster-routes.ts';
import { createRoutes } from './routes/create-routes.ts';
import { deadEventRoutes } from './routes/dead-event-routes.ts';
import { deliveryRoutes } from './routes/delivery-routes.ts';
import { diagramChatRoutes } from './routes/diagram-chat-routes.ts';
import { type DiagramPorts, diagramRoutes } from './routes/diagram-routes.ts';
import { entityRoutes } from './routes/entity-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { grantRoutes } from './routes/grant-routes.ts';
import { incomingWebhookRoutes } from './routes/incoming-webhook-routes.ts';
import { inboxRoutes } from './routes/inbox-routes.ts';
import { inboxWebhookRoutes } from './routes/inbox-webhook-routes.ts';
import { mcpServerRoutes } from './routes/mcp-server-routes.ts';
import { patternRoutes } from './routes/pattern-routes.ts';
import { planRoutes } from './routes/plan-routes.ts';
import { proposalRoutes } from './routes/proposal-routes.ts';
import { pushRoutes } from './routes/push-routes.ts';
import { repositoryArchiveRoutes } from './routes/repository-archive-routes.ts';
import { repositoryChartRoutes } from './routes/repository-chart-routes.ts';
import { repositoryFileRoutes } from './routes/repository-file-routes.ts';
import { repositoryJobRoutes } from './routes/repository-job-routes.ts';
import { repositoryReviewRoutes } from './routes/repository-review-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { repositoryRoutes } from './routes/repository-routes.ts';
import { remediationRoutes } from './routes/remediation-routes.ts';
import { toRequestClass } from './routes/request-class.ts';
import { respondRoutes } from './routes/respond-routes.ts';
import { revisionRoutes } from './routes/revision-routes.ts';
import { ruleAlertRoutes } from './routes/rule-alert-routes.ts';
import { ruleEditorRoutes } from './routes/rule-editor-routes.ts';
import { ruleExecutionRoutes } from './routes/rule-execution-routes.ts';
import { ruleFileRoutes } from './routes/rule-file-routes.ts';
import { ruleNoiseRoutes } from './routes/rule-noise-routes.ts';
import { ruleReplayRoutes } from './routes/rule-replay-routes.ts';
import { ruleTestRoutes } from './routes/rule-test-routes.ts';
import { ruleRoutes } from './routes/rule-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { scheduleRoutes } from './routes/schedule-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { signInRoutes } from './routes/sign-in-routes.ts';
import { spendRoutes } from './routes/spend-routes.ts';
import { contentSecurityPolicy, staticRoutes } from './routes/static-routes.ts';
import { storageRoutes } from './routes/storage-routes.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { workspaceRoutes } from './routes/workspace-routes.ts';
import { webOpenApi } from './openapi/web-openapi.ts';
import type { RepositoryAccess } from './repositories/repository-access.ts';
import { createSignIn, type SignIn } from './sign-in/sign-in.ts';

/** Settings of the web app. */
export interface WebSettings {
  /** Bearer token that `/metrics` requires; none when undefined. */
  readonly metricsToken?: string | undefined;
  /** Host name or address of the listener. On loopback the app accepts only the names of this machine. */
  readonly host: string;
  /** Address of the app for browsers, when it differs from the listener's. */
  readonly publicUrl?: string | undefined;
  /** Email address of the person that sign-in links sign in. */
  readonly userEmail: string;
  /** Origins whose pages may use the Agent Chat Protocol with a token; `*` for all. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Time after which a run of that protocol without a reader is cancelled, in milliseconds. Default 10 000. */
  readonly readerGraceMs?: number;
  /** Address of the tools API for API clients, shown to a person who creates a token. */
  readonly toolsApiUrl?: string | undefined;
  /** Lifetime of a run's lease without a heartbeat, in seconds. */
  readonly leaseSeconds?: number;
  /** Language of answers. Default: the language of the question. */
  readonly answerLanguage?: WrittenLanguage | undefined;
  /** Directory of the built user interface; by default the build of this app. */
  readonly uiDirectory?: string;
  /** Admission limits per request class; none when undefined. */
  readonly requestLimits?: AdmissionLimits | undefined;
}

/** Resources of the web app. The caller closes them. */
export interface WebResources extends DiagramPorts {
  readonly logger: Logger;
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'ping'> & {
    readonly jobs: Pick<Database['jobs'], 'measureQueues'>;
  };
  readonly models: ModelCatalog;
  readonly tools: ToolRegistry;
  /** Renders and checks charts for the page. */
  readonly chartPorts: ChartCheckPorts;
  /** Import and export of charts. */
  readonly chartExchange: ChartExchange;
  /** Tells which addresses owners may set as webhooks. */
  readonly webhooks: Pick<WebhookPort, 'requireAllowed'>;
  /** Calls the MCP servers of organizations. */
  readonly mcp: McpClientPort;
  /** Undefined where no folder for repositories is configured; their jobs and files are unavailable then. */
  readonly repositories?: RepositoryAccess | undefined;
  /** Budget of the bytes that imports and exports of this process hold. Default: the budget of an empty environment. */
  readonly importBudget?: ByteBudget;
  /** Metrics of this process for `/metrics`. */
  readonly processMetrics?: ProcessMetrics | undefined;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
  /** Shows a new sign-in link to the person at the terminal. */
  readonly showSignInLink: (url: string) => void;
  readonly clock?: Clock;
  /** Verifier of JWTs; without one, JWTs are refused. */
  readonly jwtVerifier?: JwtVerifier | undefined;
  /** Validates the files before acceptance in workspaces that require it. */
  readonly checkBeforeAccept?: CheckBeforeAccept;
}

/** The web app, ready to be served. */
export interface WebApp {
  readonly app: Hono<AppEnvironment>;
  readonly signIn: SignIn;
  /**
   * Releases the runs of this app to other processes, except those that end shortly, and ends the streams. Call it
   * before the server is closed.
   */
  close(): Promise<void>;
}

/** Builds the web app. */
export async function compose(settings: WebSettings, resources: WebResources): Promise<WebApp> {
  const { host, publicUrl, userEmail, toolsApiUrl, leaseSeconds, uiDirectory = builtUi } = settings;
  const { corsOrigins = [], readerGraceMs = 10_000 } = settings;
  const {
    logger,
    database,
    models,
    tools,
    chartPorts,
    chartExchange,
    webhooks,
    mcp,
    repositories,
    codeMaps,
    diagrams,
    importBudget = createImportBudget(importMemorySchema.parse({})),
    draining,
    showSignInLink,
    clock = systemClock,
    checkBeforeAccept,
    jwtVerifier,
  } = resources;
  const { unitOfWork, notifications } = database;
  const origins = createRequestOrigins();
  const access = createRouteAccess(routeRequirements);
  const authenticator = createAuthenticator({
    credentials: unitOfWork.stores.credentials,
    clock,
    originOf: (request) => origins.of(request),
    access,
    jwtAccess: jwtVerifier && createJwtAccess({ verifier: jwtVerifier, unitOfWork }),
  });
  const { authenticate, middleware: admission } = createAdmission({
    authenticate: authenticator.authenticate,
    limits: settings.requestLimits,
    classify: toRequestClass,
  });
  const signIn = createSignIn({ unitOfWork, clock, userEmail });
  const leaseOptions = leaseSeconds === undefined ? {} : { leaseSeconds };
  const runLog = createRunLog({ unitOfWork, notifications });
  const runs = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models,
    tools,
    approvalSecret: await unitOfWork.stores.secrets.getOrCreate('approvals'),
    logger,
    readerGraceMs,
    answerLanguage: settings.answerLanguage,
    codeMaps,
    mcp,
    ...leaseOptions,
  });

  const allowedHosts = loopbackHosts.includes(host) && publicUrl === undefined ? { allowedHosts: loopbackHosts } : {};
  const app = createApp({ logger, contentSecurityPolicy, bodyLimits, ...allowedHosts });
  const secure = publicUrl?.startsWith('https:') ?? false;
  app.use('/api/*', ...compressJson());
  app.use(origins.note);
  app.use(access.note);
  app.use(admission);
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });
  mountMetrics(app, {
    processMetrics: resources.processMetrics,
    runs: database.unitOfWork.stores.runs,
    jobs: database.jobs,
    token: settings.metricsToken,
  });
  app.route('/auth', signInRoutes({ signIn, authenticate, secure }));
  app.route(
    '/api/session',
    sessionRoutes({
      unitOfWork,
      models,
      tools,
      authenticate,
      signIn,
      showSignInLink,
      publicUrl,
      secure,
      toolsApiUrl,
      acceptsJobs: repositories !== undefined,
    }),
  );
  app.route('/api/tokens', tokenRoutes({ authenticate, unitOfWork, clock, tools }));
  app.route('/api/audit', auditRoutes({ authenticate, unitOfWork }));
  app.route('/api/organization/inbox-webhook', inboxWebhookRoutes({ authenticate, unitOfWork, webhooks }));
  app.route('/api/organization/mcp-servers', mcpServerRoutes({ authenticate, unitOfWork, mcp, clock }));
  app.route('/api/organization', spendRoutes({ authenticate, unitOfWork }));
  app.route('/api', storageRoutes({ authenticate, unitOfWork, repositories }));
  const { git, ...chartSources } = chartExchange;
  app.route('/api/approvals', approvalRoutes({ authenticate, unitOfWork, runs }));
  const checkRule = createRuleCheck(unitOfWork, chartPorts.compute);
  app.route('/api/inbox', inboxRoutes({ authenticate, unitOfWork, models, tools, runs, checkRule }));
  app.route('/api', grantRoutes({ authenticate, unitOfWork }));
  app.route('/api/runs', runRoutes({ authenticate, unitOfWork, runs, runLog }));
  app.route('/api/workspaces', archiveRoutes({ authenticate, unitOfWork, importBudget }));
  const { compute } = chartPorts;
  app.route('/api', createRoutes({ authenticate, unitOfWork, models, runs, chartSources, importBudget, compute }));
  app.route('/api/workspaces', pushRoutes({ authenticate, unitOfWork, git }));
  app.route('/api/workspaces', workspaceRoutes({ authenticate, unitOfWork, models, runs }));
  app.route('/api/workspaces', changeRoutes({ authenticate, unitOfWork, checkBeforeAccept }));
  app.route('/api/workspaces', checkRoutes({ authenticate, unitOfWork, chartPorts }));
  app.route('/api/workspaces', fileRoutes({ authenticate, unitOfWork }));
  app.route('/api/workspaces', planRoutes({ authenticate, unitOfWork }));
  app.route('/api/workspaces', revisionRoutes({ authenticate, unitOfWork }));
  app.route('/api/workspaces', settingsRoutes({ authenticate, unitOfWork }));
  app.route('/api/patterns', patternRoutes({ authenticate, unitOfWork, compute }));
  app.route('/api', conversationRoutes({ authenticate, unitOfWork, models, repositories }));
  app.route('/api/clusters', clusterRoutes({ authenticate, models, runs, tools, logger }));
  app.route('/api/projects', projectRoutes({ authenticate, unitOfWork }));
  app.route('/api/repositories', repositoryRoutes({ authenticate, unitOfWork, models, repositories }));
  app.route('/api/repositories', repositoryArchiveRoutes({ authenticate, unitOfWork, repositories, importBudget }));
  app.route('/api/repositories', repositoryFileRoutes({ authenticate, unitOfWork, repositories }));
  app.route('/api', repositoryChartRoutes({ authenticate, unitOfWork, repositories, importBudget }));
  app.route('/api/repositories', codeMapRoutes({ authenticate, unitOfWork, repositories }));
  app.route('/api/repository-jobs', repositoryJobRoutes({ authenticate, unitOfWork, models, repositories }));
  app.route('/api', diagramRoutes({ authenticate, codeMaps, diagrams }));
  app.route('/api/repository-jobs', repositoryReviewRoutes({ authenticate, unitOfWork, models, repositories }));
  app.route('/api/proposals', proposalRoutes({ authenticate, unitOfWork, models, tools, compute }));
  app.route('/api/schedules', scheduleRoutes({ authenticate, unitOfWork, models }));
  app.route('/api/remediations', remediationRoutes({ authenticate, unitOfWork, models, tools, runLog }));
  app.route('/api/rules/dead-events', deadEventRoutes({ authenticate, unitOfWork }));
  // Before `/api/rules/:id`, which would take `/api/rules/uses`.
  app.route('/api/rules', ruleFileRoutes({ authenticate, unitOfWork, compute }));
  app.route('/api/rules', ruleReplayRoutes({ authenticate, unitOfWork, compute, checkRule, clock }));
  app.route('/api/rules', ruleTestRoutes({ authenticate, unitOfWork, compute, checkRule }));
  app.route('/api/rules', ruleNoiseRoutes({ authenticate, unitOfWork }));
  const checkPayload = createPayloadCheck(unitOfWork, chartPorts.compute);
  app.route('/api/rules', ruleEditorRoutes({ authenticate, unitOfWork, checkPayload }));
  app.route('/api/rules', ruleRoutes({ authenticate, unitOfWork, models, runs, checkRule, compute }));
  app.route('/api/rules', ruleExecutionRoutes({ authenticate, unitOfWork, runLog }));
  app.route('/api/entities', entityRoutes({ authenticate, unitOfWork }));
  const secrets = createWebhookSecrets(await unitOfWork.stores.secrets.getOrCreate('incoming_webhooks'));
  app.route('/api/incoming-webhooks', incomingWebhookRoutes({ authenticate, unitOfWork, secrets }));
  app.route('/hooks', deliveryRoutes({ unitOfWork, secrets, rate: createDeliveryRate() }));
  app.route('/api/alerts', alertRoutes({ authenticate, unitOfWork, tools }));
  app.route('/api/alerts', ruleAlertRoutes({ authenticate, unitOfWork }));
  app.route('/api/respond', respondRoutes({ authenticate, unitOfWork, models, runLog }));
  app.route('/api/diagram', diagramChatRoutes({ authenticate, models, runs, runLog, codeMaps }));
  app.route('/api/chat', chatRoutes({ authenticate, unitOfWork, models, runs, runLog }));
  app.use('/v1/*', createCors(corsOrigins));
  const attendance = createRunAttendance({ runs: unitOfWork.stores.runs, logger, graceMs: readerGraceMs });
  app.route('/v1/agent/approvals', approvalRoutes({ authenticate, unitOfWork, runs }));
  app.route('/v1/agent/previews', agentPreviewRoutes({ authenticate, unitOfWork, checkRule }));
  app.route('/v1/agent', agentChatRoutes({ authenticate, unitOfWork, models, runs, runLog, attendance, publicUrl }));
  mountOpenApi(app, webOpenApi);
  app.route('/', staticRoutes(uiDirectory));

  async function close(): Promise<void> {
    await runs.close();
    runLog.close();
  }
  return { app, signIn, close };
}

/** Valid also in the published program of `apps/cli`, which bundles this file. */
const builtUi = fileURLToPath(new URL('../dist/ui', import.meta.url));
