import { createLocalTools } from '@shipmate/agents/tools';
import { bindTools, defineTool, type Principal, silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { createWorkspaceFromTemplate, type UnitOfWork, type Workspace } from '@shipmate/domain';
import { startServer } from '@shipmate/server';
import { createChartExchange, createFixedKubernetesVersions, createHelmCli } from '@shipmate/tools';
import { compose } from '@shipmate/web/compose';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser } from './launch-browser.ts';

/** The web app with an agent that asks before it removes something, and a browser of somebody who is signed in. */
export interface AskingWeb extends AsyncDisposable {
  readonly url: string;
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly workspace: Workspace;
  readonly context: BrowserContext;
  /** What the agent removed. */
  readonly removed: readonly string[];
  /** Opens a tab whose errors are noted. */
  readonly openTab: (path: string) => Promise<Page>;
  /** Errors of the tabs and of their consoles. */
  readonly problems: readonly string[];
}

const nobodyListens = 'http://127.0.0.1:9';

const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => messages.at(-1 - count)?.role === 'user' || (count === 1 && messages.at(-1)?.role === 'tool'),
});

/** Starts it over an empty database with one workspace. */
export async function openAskingWeb(): Promise<AskingWeb> {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase('pglite');
  stack.defer(() => database.close());
  const { unitOfWork } = database;
  const { principal, user } = await createTestTenant(unitOfWork);
  const workspace = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate('sample', 'Shop'));
  const removed: string[] = [];
  const remove = defineTool({
    name: 'removeRelease',
    description: 'Removes a release.',
    category: 'chart',
    effect: 'destructive',
    input: z.object({ name: z.string(), namespace: z.string() }),
    output: z.object({ removed: z.string() }),
    execute: async ({ name }) => {
      removed.push(name);
      return { removed: name };
    },
  });
  const usual = Object.values(createLocalTools(unitOfWork, nobodyListens).getAll());
  const input = { name: 'web', namespace: 'shop' };
  const model = new ScriptedModel([
    afterAnswers(0, { text: 'I remove it.', toolCalls: [{ name: 'removeRelease', input }] }),
    afterAnswers(1, { text: 'That is how it stands.' }),
  ]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const web = await compose(
    { host: '127.0.0.1', userEmail: user.email },
    {
      logger: silentLogger,
      database,
      models: { choices, defaultModel: model.id, get: () => model },
      tools: new ToolRegistry([...usual, ...bindTools([remove], {})]).freeze(),
      chartPorts: { helm: createHelmCli(), kubernetesVersions: createFixedKubernetesVersions() },
      chartExchange: createChartExchange({ ARTIFACT_HUB_URL: nobodyListens }),
      draining: new AbortController().signal,
      showSignInLink: () => undefined,
    },
  );
  const server = await startServer({ app: web.app, port: 0 });
  stack.defer(() => server.close());
  stack.defer(() => web.close());
  const browser = stack.use(await launchBrowser());
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
  const problems: string[] = [];
  async function openTab(path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(new URL(path, server.url).href);
    return page;
  }
  await (await openTab(await web.signIn.createLink(server.url))).close();
  const owned = stack.move();
  return {
    url: server.url,
    unitOfWork,
    principal,
    workspace,
    context,
    removed,
    openTab,
    problems,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Asks in the chat on a page. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
  await page.keyboard.press('Enter');
}
