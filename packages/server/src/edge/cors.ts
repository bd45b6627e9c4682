import { requestIdHeader, runHeader } from '@shipmate/protocol/http';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import type { AppEnvironment } from '../app-environment.ts';

/** Parses origins separated by commas, for example `https://a.example,https://b.example`, or `*`. */
export const originsSchema = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  )
  .pipe(z.array(z.string().regex(/^(?:\*|https?:\/\/[^/\s]+)$/, 'is an origin such as https://page.example, or *')));

/**
 * Allows calls from pages of other origins with a token: `*` allows all origins. Cookies are never allowed, so a page
 * cannot act as the signed-in person. Preflights from other origins are answered without permission.
 */
export function createCors(origins: readonly string[]): MiddlewareHandler<AppEnvironment> {
  const isForAll = origins.includes('*');
  const allow = cors({
    origin: isForAll ? '*' : [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', 'last-event-id', requestIdHeader],
    exposeHeaders: [runHeader, requestIdHeader],
    maxAge: 600,
  });
  return (context, next) =>
    allow(context, async () => {
      if (isForAll) return next();
      // Hono's own middleware sets it after the response, which is too late for a stream whose head has been sent.
      context.header('vary', 'Origin');
      await next();
      if (context.res.headers.get('vary') === 'Origin') context.res.headers.delete('vary');
    });
}
