import { requestIdHeader, runHeader } from '@shipmate/protocol/http';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import type { AppEnvironment } from './app-environment.ts';

/** Reads origins that are separated by commas, for example `https://a.example,https://b.example`, or `*`. */
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
 * Lets pages of other sites call, with a token of their own: `*` lets all of them. Cookies are never taken along, so a page
 * cannot act as whoever is signed in here. Preflights are answered, for origins that are not allowed without permission.
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
      // It is said once the answer is there, which is too late for a stream: its head is sent by then.
      context.header('vary', 'Origin');
      await next();
      if (context.res.headers.get('vary') === 'Origin') context.res.headers.delete('vary');
    });
}
