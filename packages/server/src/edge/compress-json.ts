import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { AppEnvironment } from '../app-environment.ts';

const json = /^application\/json\b/;

/** Creates middleware that compresses JSON responses of 1 KB and more for clients that accept it. Streams stay as they are. */
export function compressJson(): readonly [MiddlewareHandler<AppEnvironment>, MiddlewareHandler<AppEnvironment>] {
  const compressing = compress({ contentTypeFilter: json });
  return [(context, next) => (acceptsGzip(context) ? compressing(context, next) : next()), setContentLength];
}

/** Other responses cost nothing: reading the body of each one would slow down the calls of programs. */
function acceptsGzip(context: Context): boolean {
  return /\b(?:gzip|deflate)\b/.test(context.req.header('accept-encoding') ?? '');
}

/** `compress` leaves small responses alone only when it knows their length, which Hono does not set. */
const setContentLength = createMiddleware<AppEnvironment>(async (context, next) => {
  await next();
  if (!acceptsGzip(context)) return;
  const { res } = context;
  if (!json.test(res.headers.get('content-type') ?? '') || res.headers.has('content-length')) return;
  const body = await res.arrayBuffer();
  context.res = new Response(body, res);
  context.res.headers.set('content-length', String(body.byteLength));
});
