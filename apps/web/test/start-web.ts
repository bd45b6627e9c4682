import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BoundTool, type ChatModel, silentLogger, systemClock, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { CheckBeforeAccept } from '@shipmate/domain/use-cases';
import { demoScript } from '@shipmate/agents/demo';
import { createTestDatabase, createTestTenant, type TestDatabase, type TestTenant } from '@shipmate/db/testing';
import { createDemoModel, createModelCatalog, type ModelEnvironment } from '@shipmate/providers';
import type { ByteBudget } from '@shipmate/runtime';
import { type DescribedRoute, describedRoutes, type JwtVerifier, startServer } from '@shipmate/server';
import type { ChartExchange, HelmPort, OpenedTools, ToolEnvironment } from '@shipmate/tools';
import { compose, type WebSettings } from '../src/compose.ts';
import type { RepositoryAccess } from '../src/repositories/repository-access.ts';
import { createSignIn } from '../src/sign-in/sign-in.ts';
import { toRemoteSchemes } from '@shipmate/tools/git';
import { openTestTools } from '@shipmate/tools/testing';
import { createResponseCheck, type ResponseCheck } from './response-check.ts';
import { inspectRoutes } from 'hono/dev';

/** A browser at the level of HTTP. */
export interface TestBrowser {
  /** `fetch` with the session's cookie, relative to the web app. */
  fetch(path: string | URL | Request, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  /** Like `post`, with another method. */
  send(method: 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<Response>;
}

/** The web app on a port of its own, over an empty database unless one is given. */
export interface TestWeb extends AsyncDisposable {
  readonly url: string;
  readonly unitOfWork: UnitOfWork;
  readonly ports: OpenedTools['ports'];
  /** The links shown in the terminal. */
  readonly shownLinks: readonly string[];
  /** Every route as `GET /path`; `ALL` is any method. */
  readonly routes: readonly string[];
  /** Descriptions of the routes. */
  readonly described: readonly DescribedRoute[];
  /** Marks the process as draining. */
  drain(): void;
  /** Ends the runs, like a shutdown before it closes the server. */
  close(): Promise<void>;
  /** Returns a browser without a session, or a program with headers of its own. */
  openBrowser(headers?: Readonly<Record<string, string>>): TestBrowser;
  /** Returns a signed-in browser, in an organization of its own unless a tenant is given. */
  signIn(as?: TestTenant): Promise<TestBrowser & { readonly tenant: TestTenant }>;
}

/** Starts the app with the demo model (without delays, unless `model` is given) and without ArtifactHub. */
export async function startWeb({
  model = createDemoModel({ script: demoScript, pacing: 0 }),
  modelEnvironment,
  uiDirectory,
  checkBeforeAccept,
  helm,
  chartExchange,
  tools,
  extraTools = [],
  jwtVerifier,
  settings = {},
  importBudget,
  toolEnvironment = {},
  repositories,
  hasCodeMaps = true,
  database: given,
}: {
  readonly model?: ChatModel;
  /** Environment of the model catalog; with it, every model is the catalog's. */
  readonly modelEnvironment?: ModelEnvironment;
  readonly checkBeforeAccept?: CheckBeforeAccept;
  readonly helm?: HelmPort;
  readonly chartExchange?: ChartExchange;
  readonly uiDirectory?: string;
  readonly tools?: ToolRegistry;
  /** Added to the usual tools. */
  readonly extraTools?: readonly BoundTool[];
  readonly jwtVerifier?: JwtVerifier;
  /** The caller closes it. */
  readonly database?: TestDatabase;
  readonly settings?: Pick<
    WebSettings,
    'answerLanguage' | 'corsOrigins' | 'publicUrl' | 'readerGraceMs' | 'requestLimits'
  >;
  readonly importBudget?: ByteBudget;
  readonly toolEnvironment?: Partial<ToolEnvironment>;
  /** The folder of clones, and the folders under which repositories may be added. */
  readonly repositories?: Pick<RepositoryAccess, 'root' | 'roots'>;
  readonly hasCodeMaps?: boolean;
} = {}): Promise<TestWeb> {
  const database = given ?? (await createTestDatabase('pglite'));
  const { unitOfWork } = database;
  const local = await createTestTenant(unitOfWork);
  const opened = openTestTools(createToolStorage(unitOfWork), {
    environment: toolEnvironment,
    ports: { ...(helm && { helm }) },
    repositoryFolder: repositories?.root,
  });
  const draining = new AbortController();
  const shownLinks: string[] = [];
  const web = await compose(
    {
      host: '127.0.0.1',
      userEmail: local.user.email,
      toolsApiUrl: 'http://127.0.0.1:8080',
      ...settings,
      ...(uiDirectory !== undefined && { uiDirectory }),
    },
    {
      logger: silentLogger,
      database,
      models: toModels(model, modelEnvironment),
      tools: tools ?? withExtra(opened.registry, extraTools),
      jwtVerifier,
      chartExchange: chartExchange ?? opened.ports,
      ...(importBudget !== undefined && { importBudget }),
      chartPorts: opened.ports,
      webhooks: opened.ports.webhooks,
      mcp: opened.ports.mcp,
      repositories: {
        workTrees: opened.ports.workTrees,
        objects: opened.ports.gitObjects,
        review: opened.ports.gitReview,
        changeRequests: opened.ports.changeRequests,
        schemes: toRemoteSchemes(toolEnvironment),
        ...noRepositories,
        ...repositories,
      },
      ...toMapPorts(opened, hasCodeMaps),
      draining: draining.signal,
      showSignInLink: (link) => void shownLinks.push(link),
      ...(checkBeforeAccept === undefined ? {} : { checkBeforeAccept }),
    },
  );
  const server = await startServer({ app: web.app, port: 0 });
  const check = createResponseCheck(web.app);

  return {
    url: server.url,
    unitOfWork,
    ports: opened.ports,
    shownLinks,
    routes: inspectRoutes(web.app).flatMap(({ method, path, isMiddleware }) =>
      isMiddleware ? [] : `${method} ${path}`,
    ),
    described: describedRoutes(web.app),
    drain: () => draining.abort(),
    close: () => web.close(),
    openBrowser: (headers) => createBrowser(server.url, check, headers),
    signIn: async (as) => {
      const tenant = as ?? (await createTestTenant(unitOfWork));
      const signIn = createSignIn({ unitOfWork, clock: systemClock, userEmail: tenant.user.email });
      const response = await fetch(await signIn.createLink(server.url), { redirect: 'manual' });
      return { tenant, ...createBrowser(server.url, check, { cookie: cookieOf(response) }) };
    },
    [Symbol.asyncDispose]: async () => {
      draining.abort();
      await web.close();
      await server.close();
      await opened.close();
      if (!given) await database.close();
    },
  };
}

/** Returns the models of an environment, or else the given model beside the demo. */
function toModels(model: ChatModel, environment: ModelEnvironment | undefined) {
  const catalog = createModelCatalog({ environment: environment ?? {}, demoScript });
  if (environment) return catalog;
  return {
    ...catalog,
    get: (id = model.id) => (id === model.id ? model : catalog.get(id)),
    fallbacksOf: () => [],
  };
}

function toMapPorts({ ports: { codeMaps, diagrams } }: OpenedTools, hasCodeMaps: boolean) {
  return hasCodeMaps ? { codeMaps, diagrams } : {};
}

/** A folder that does not exist. */
const noRepositories = { root: join(tmpdir(), 'shipmate-no-repositories'), roots: [] };

function withExtra(usual: ToolRegistry, extra: readonly BoundTool[]): ToolRegistry {
  return new ToolRegistry([...Object.values(usual.getAll()), ...extra]).freeze();
}

/** Returns the `cookie` header that a browser would send after a response. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

function createBrowser(url: string, check: ResponseCheck, own: Readonly<Record<string, string>> = {}): TestBrowser {
  const withOwn: TestBrowser['fetch'] = async (path, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const target = path instanceof Request ? path : new URL(path, url);
    const response = await fetch(target, { redirect: 'manual', ...init, headers });
    const method = init?.method ?? (path instanceof Request ? path.method : 'GET');
    await check({ method, path: new URL(target instanceof Request ? target.url : target).pathname }, response);
    return response;
  };
  const send = (method: string, path: string, body: unknown) =>
    withOwn(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { fetch: withOwn, post: (path, body) => send('POST', path, body), send };
}
