import { requestIdHeader, runHeader } from '@shipmate/protocol';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppEnvironment } from '../app/app-environment.ts';

/**
 * Lets pages of other sites call, with a token of their own: `*` lets all of them. Cookies are never taken along, so a page
 * cannot act as whoever is signed in here. Preflights are answered, for origins that are not allowed without permission.
 */
export function createCors(origins: readonly string[]): MiddlewareHandler<AppEnvironment> {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', 'last-event-id', requestIdHeader],
    exposeHeaders: [runHeader, requestIdHeader],
    maxAge: 600,
  });
}
