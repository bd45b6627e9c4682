import { isIPv4 } from 'node:net';
import { AppError, noUsage, type Principal, type ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { type ModelChoice, type SessionResponse, sessionResponseSchema } from '@shipmate/protocol/web/session';
import { costOf, type ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  clearedSessionCookie,
  describeRoute,
  isSameOrigin,
  loopbackHosts,
  readSessionCookie,
} from '@shipmate/server';
import { type Context, Hono } from 'hono';
import type { SignIn } from '../sign-in/sign-in.ts';

/** Options for {@link sessionRoutes}. */
interface SessionRoutesOptions {
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly tools: Pick<ToolRegistry, 'get'>;
  readonly authenticate: Authenticate;
  readonly signIn: SignIn;
  /** Shows a sign-in link to the person at the terminal. */
  readonly showSignInLink: (url: string) => void;
  /** Address of the app for browsers, when it differs from that of the request. */
  readonly publicUrl?: string | undefined;
  /** True when browsers reach the app over https. */
  readonly secure: boolean;
  /** Address of the tools API for API clients. */
  readonly toolsApiUrl?: string | undefined;
  /** True when jobs in repositories are set up. */
  readonly acceptsJobs: boolean;
}

/** `/api/session`: the signed-in person, sign-out, and the request for a new sign-in link in the terminal. */
export function sessionRoutes(options: SessionRoutesOptions): Hono<AppEnvironment> {
  const { unitOfWork, models, tools, authenticate, signIn, showSignInLink, publicUrl, secure, toolsApiUrl } = options;
  const { users, repositories } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  /** A credential for one workspace sees no repositories. */
  async function hasRepositories(principal: Principal): Promise<boolean> {
    if (!options.acceptsJobs || principal.scope) return false;
    return (await repositories.list(principal)).length > 0;
  }

  describeRoute(app, 'GET /', { summary: 'Get the session', response: sessionResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const user = await users.findUser(principal.userId);
    const organization = await users.findOrganization(principal.organizationId);
    if (!user || !organization)
      throw new AppError({ code: 'UNAUTHORIZED', message: 'The account was deleted. Sign in with another account.' });
    return context.json<SessionResponse>({
      user: { id: user.id, name: user.name, email: user.email },
      organization: { id: organization.id, name: organization.name },
      models: models.choices.map(toModelView),
      defaultModel: models.defaultModel,
      toolsApiUrl: toolsApiUrl ?? null,
      hasCluster: tools.get('kubectl_get') !== undefined,
      hasRepositories: await hasRepositories(principal),
    });
  });

  describeRoute(app, 'POST /link', { summary: 'Show a sign-in link in the terminal' });
  app.post('/link', async (context) => {
    if (!isFromThisMachine(context) || !isSameOrigin(context.req.raw)) {
      throw new AppError({
        code: 'NOT_FOUND',
        message: 'Sign-in links are created only from the machine that runs Shipmate. Open this page there.',
      });
    }
    showSignInLink(await signIn.createLink(publicUrl ?? context.req.url));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /logout', { summary: 'Sign out' });
  app.post('/logout', async (context) => {
    await authenticate(context.req.raw);
    const secret = readSessionCookie(context.req.raw.headers);
    if (secret !== undefined) await signIn.signOut(secret);
    context.header('set-cookie', clearedSessionCookie({ secure }));
    return context.body(null, 204);
  });

  return app;
}

/**
 * Returns true when a request came over the loopback interface and named it as host, so that it was neither forwarded
 * nor DNS-rebound.
 */
function isFromThisMachine(context: Context<AppEnvironment>): boolean {
  const address = context.env.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  const isLoopback = address === '::1' || (address !== undefined && isIPv4(address) && address.startsWith('127.'));
  return isLoopback && loopbackHosts.includes(new URL(context.req.url).hostname);
}

const pricedTokens = 1_000;
const perMillion = 1_000_000 / pricedTokens;

/** Returns a model with its price for the model picker. */
function toModelView({ id, label, isDemo }: ModelCatalog['choices'][number]): ModelChoice {
  const input = costOf(id, { ...noUsage, inputTokens: pricedTokens });
  const output = costOf(id, { ...noUsage, outputTokens: pricedTokens });
  const isKnown = input !== undefined && output !== undefined;
  return { id, label, isDemo, price: isKnown ? { input: input * perMillion, output: output * perMillion } : null };
}
