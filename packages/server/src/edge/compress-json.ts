import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { AppEnvironment } from '../app-environment.ts';

const json = /^application\/json\b/;
const minBytes = 1_024;

/** Creates middleware that compresses JSON responses of 1 KB and more for clients that accept it. Streams stay as they are. */
export function compressJson(): readonly [MiddlewareHandler<AppEnvironment>, MiddlewareHandler<AppEnvironment>] {
  const compressing = compress({ contentTypeFilter: json, threshold: minBytes });
  return [(context, next) => (acceptsCompression(context) ? compressing(context, next) : next()), compressWhole];
}

/** Other responses cost nothing: reading the body of each one would slow down the calls of programs. */
function acceptsCompression(context: Context): boolean {
  return /\b(?:gzip|deflate)\b/.test(context.req.header('accept-encoding') ?? '');
}

const gzipInPool = promisify(gzip);
const gzipAccepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
/** A body whose declared length is above this is compressed while it is written. */
const maxWholeBytes = 1_048_576;

/**
 * Compresses a body in Node's thread pool, in half the time of a stream. Sets the length of other bodies, without which `compress` does not
 * leave short ones alone.
 */
const compressWhole = createMiddleware<AppEnvironment>(async (context, next) => {
  await next();
  if (!acceptsCompression(context)) return;
  const { headers, body: stream } = context.res;
  if (!stream || !json.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return;
  if (Number(headers.get('content-length')) > maxWholeBytes) return;
  const body = await context.res.arrayBuffer();
  const isCompressed = body.byteLength >= minBytes && gzipAccepted.test(context.req.header('accept-encoding') ?? '');
  const sent = isCompressed ? await gzipInPool(body) : body;
  context.res = new Response(sent, context.res);
  context.res.headers.set('content-length', String(sent.byteLength));
  if (!isCompressed) return;
  context.res.headers.set('content-encoding', 'gzip');
  context.res.headers.append('vary', 'Accept-Encoding');
  const etag = headers.get('etag');
  if (etag !== null && !etag.startsWith('W/')) context.res.headers.set('etag', `W/${etag}`);
});
