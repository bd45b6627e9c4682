import { AppError } from '@shipmate/core';
import { type AppEnvironment, type Authenticate, describeRoute, toSessionCookie } from '@shipmate/server';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SignIn } from '../sign-in/sign-in.ts';

/** Options for {@link signInRoutes}. */
interface SignInRoutesOptions {
  readonly signIn: SignIn;
  readonly authenticate: Authenticate;
  /** True when browsers reach the app over https. */
  readonly secure: boolean;
}

const signInQuerySchema = z.object({ token: z.string() });

/** The page for a sign-in link that is used or expired. */
const usedLinkPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sign in to Shipmate</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; }
    </style>
  </head>
  <body>
    <h1>This sign-in link has expired or was already used</h1>
    <p>A link works once, for 15 minutes. Ask for a new one on the <a href="/">start page</a>: it appears in the
      terminal where Shipmate runs.</p>
  </body>
</html>
`;

/** `/auth/link`: signs a browser in, once per link. Opening a used link again succeeds while the session lasts. */
export function signInRoutes({ signIn, authenticate, secure }: SignInRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /link', {
    summary: 'Sign in with a link',
    query: signInQuerySchema,
    ignoresUnknown: { query: 'Mail programs add parameters to links.' },
    status: 303,
  });
  app.get('/link', async (context) => {
    // Hono answers HEAD with the handler of GET; mail scanners and previews send HEAD before a person opens the link.
    if (context.req.raw.method === 'HEAD') return context.body(null, 204);
    const session = await signIn.redeem(context.req.query('token') ?? '');
    if (session) {
      context.header('set-cookie', toSessionCookie({ ...session, secure }));
      return context.redirect('/', 303);
    }
    if (await isSignedIn(context.req.raw)) return context.redirect('/', 303);
    return context.html(usedLinkPage, 410);
  });

  async function isSignedIn(request: Request): Promise<boolean> {
    try {
      await authenticate(request);
      return true;
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'UNAUTHORIZED') return false;
      throw thrown;
    }
  }

  return app;
}
