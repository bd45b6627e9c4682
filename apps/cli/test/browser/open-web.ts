import { type Principal, silentLogger, type ToolRegistry } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import type { UnitOfWork } from '@shipmate/domain';
import type { RunNotifications } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import type { ModelCatalog } from '@shipmate/providers';
import { startServer } from '@shipmate/server';
import { compose, type WebResources, type WebSettings } from '@shipmate/web/compose';
import type { ToolEnvironment } from '@shipmate/tools';
import { toRemoteSchemes } from '@shipmate/tools/git';
import { openTestTools } from '@shipmate/tools/testing';
import { type BrowserProfile, openProfile } from './open-profile.ts';
import { sharedBrowser } from './shared-browser.ts';

/** An empty database with one user, for the creation of models and tools. */
export interface DatabaseResources {
  readonly database: TestDatabase;
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  readonly principal: Principal;
  /** Registers a function that runs after the web app and before the database are closed. */
  readonly defer: (end: () => unknown) => void;
}

/** Models and tools of a web app, and its code maps. */
export interface Agents extends Pick<WebResources, 'codeMaps' | 'diagrams'> {
  readonly models: ModelCatalog;
  readonly tools: ToolRegistry;
}

/** A web app on a database of its own, and a browser profile that is signed in. */
export interface OpenWeb extends BrowserProfile {
  readonly url: string;
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  readonly principal: Principal;
  readonly tools: ToolRegistry;
}

/** Settings for {@link openWeb}. */
interface OpenWebSettings extends Pick<WebSettings, 'uiDirectory'> {
  /** The folder of clones; jobs in repositories are not set up without one. */
  readonly repositoryFolder?: string;
  /** The folders with repositories of this machine that can be fetched. Default: none. */
  readonly repositoryRoots?: readonly string[];
  readonly toolEnvironment?: Partial<ToolEnvironment>;
}

/** Starts it with the models and tools that `createAgents` returns for its database. */
export async function openWeb(
  createAgents: (resources: DatabaseResources) => Agents | Promise<Agents>,
  { repositoryFolder, repositoryRoots = [], toolEnvironment = {}, ...settings }: OpenWebSettings = {},
): Promise<OpenWeb> {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase('pglite');
  stack.defer(() => database.close());
  const { unitOfWork, notifications } = database;
  const { principal, user } = await createTestTenant(unitOfWork);
  const defer = (end: () => unknown) => stack.defer(async () => void (await end()));
  const { models, tools, ...maps } = await createAgents({ database, unitOfWork, notifications, principal, defer });
  const { ports } = openTestTools(createToolStorage(unitOfWork), { environment: toolEnvironment });
  const web = await compose(
    { host: '127.0.0.1', userEmail: user.email, ...settings },
    {
      logger: silentLogger,
      database,
      models,
      tools,
      chartPorts: ports,
      webhooks: ports.webhooks,
      mcp: ports.mcp,
      chartExchange: ports,
      ...maps,
      ...(repositoryFolder !== undefined && {
        repositories: {
          workTrees: ports.workTrees,
          objects: ports.gitObjects,
          review: ports.gitReview,
          changeRequests: ports.changeRequests,
          root: repositoryFolder,
          roots: repositoryRoots,
          schemes: toRemoteSchemes(toolEnvironment),
        },
      }),
      draining: new AbortController().signal,
      showSignInLink: () => undefined,
    },
  );
  const server = await startServer({ app: web.app, port: 0 });
  stack.defer(() => server.close());
  stack.defer(() => web.close());
  const { context, openTab, problems } = stack.use(await openProfile(await sharedBrowser(), server.url));
  await (await openTab(await web.signIn.createLink(server.url))).close();
  const owned = stack.move();
  return {
    url: server.url,
    unitOfWork,
    notifications,
    principal,
    tools,
    context,
    openTab,
    problems,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
