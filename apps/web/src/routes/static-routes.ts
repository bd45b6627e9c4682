import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { AppError } from '@shipmate/core';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';

/** The pages load only their own files. CodeMirror writes its theme into style elements. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the built user interface: hashed assets as immutable, and the page for every other path. A file `x.br` or
 * `x.gz` is sent for `x` to clients that accept its encoding.
 */
export function staticRoutes(directory: string): Hono {
  const app = new Hono();
  app.get('*', onlyPages);
  if (!existsSync(join(directory, 'index.html'))) return app.get('*', notBuilt);
  const files = { root: directory, precompressed: true };
  app.get('/assets/*', immutable, serveStatic(files), ({ req }) => {
    throw new AppError({ code: 'NOT_FOUND', message: `File "${req.path}" not found.` });
  });
  return app.get('*', noCache, serveStatic(files), serveStatic({ ...files, path: 'index.html' }));
}

const onlyPages = createMiddleware(async ({ req }, next) => {
  if (/^\/(api|auth|v1)(\/|$)/.test(req.path)) {
    throw new AppError({ code: 'NOT_FOUND', message: `Route "${req.method} ${req.path}" not found.` });
  }
  await next();
});

function notBuilt(): never {
  throw new AppError({
    code: 'UNAVAILABLE',
    message: 'The user interface is not built. Run "npx -y pnpm@12 run build:ui" and start again.',
  });
}

const immutable = createMiddleware(async (context, next) => {
  await next();
  if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable');
});

const noCache = createMiddleware(async (context, next) => {
  context.header('cache-control', 'no-cache');
  await next();
});
