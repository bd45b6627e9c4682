import { AppError } from '@shipmate/core';
import { createApiTokenResponseSchema } from '@shipmate/protocol/web/tokens';
import { createLogger, createShutdown } from '@shipmate/runtime';
import { toSessionCookie } from '@shipmate/server';
import type { InstallationEnvironment } from '../installation-environment.ts';
import { openInstallation } from '../open-installation.ts';
import type { Connection, Send } from './connection.ts';
import { requestJson, requestOk } from './request-json.ts';

/** Base of the URLs of requests in this process, which reach no network. */
const base = 'http://127.0.0.1';

/**
 * Opens the installation in this process and signs its user in, as a sign-in link does: the operator who can open the database is a person on
 * the machine of the installation. Closing it ends the session.
 */
export async function openLocalConnection(environment: InstallationEnvironment): Promise<Connection> {
  const logger = createLogger({ name: 'shipmate', level: environment.LOG_LEVEL, destination: process.stderr });
  const shutdown = createShutdown({ logger });
  try {
    const { worker, toolsApi, composeWeb } = await openInstallation(environment, {
      logger,
      shutdown,
      webUrl: () => undefined,
      showSignInLink: () => undefined,
    });
    shutdown.add('worker runs', () => worker.close());
    const web = await composeWeb(base);
    shutdown.add('runs', () => web.close());
    const link = new URL(await web.signIn.createLink(base));
    const session = await web.signIn.redeem(link.searchParams.get('token') ?? '');
    if (!session)
      throw new AppError({ code: 'UNAUTHORIZED', message: 'The sign-in of this terminal failed. Try again.' });
    shutdown.add('session', () => web.signIn.signOut(session.secret));
    const [cookie = ''] = toSessionCookie({ ...session, secure: false }).split(';', 1);
    const sendToWeb = sendTo(web.app, { cookie });

    let toolsToken: Promise<string> | undefined;
    /** Creates the token of this command. tools-api accepts tokens only, so that it can run apart from web. */
    async function createToken(): Promise<string> {
      const { secret, token } = await requestJson(sendToWeb, {
        path: '/api/tokens',
        body: { name: 'shipmate in a terminal', expiresInDays: 1 },
        response: createApiTokenResponseSchema,
      });
      shutdown.add('token', async () => {
        await requestOk(sendToWeb, { path: `/api/tokens/${token.id}`, method: 'DELETE' });
      });
      return secret;
    }

    return {
      web: sendToWeb,
      tools: async (path, init) => {
        toolsToken ??= createToken();
        return sendTo(toolsApi.app, { authorization: `Bearer ${await toolsToken}` })(path, init);
      },
      webUrl: undefined,
      [Symbol.asyncDispose]: () => shutdown.run('the command ended'),
    };
  } catch (thrown) {
    await shutdown.run('could not start');
    throw thrown;
  }
}

interface App {
  fetch(request: Request): Response | Promise<Response>;
}

function sendTo(app: App, credential: Readonly<Record<string, string>>): Send {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(credential)) headers.set(name, value);
    const response = await app.fetch(new Request(new URL(path, base), { ...init, headers }));
    const { signal } = init;
    if (!signal || response.body === null) return response;
    // Without a network, nothing else ends the body of a response when the caller aborts.
    return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
  };
}
