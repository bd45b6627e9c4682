import { type Logger, silentLogger } from '@shipmate/core';
import { requestIdHeader } from '@shipmate/protocol/http';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './app-environment.ts';
import { respondWithError } from '../error/respond-with-error.ts';
import { limitBody } from './body-limit.ts';
import { createBodyLimits } from './body-limits.ts';
import { requireKnownHost } from './known-host.ts';
import { toRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** How the edge treats every request. */
export interface EdgeOptions {
  readonly logger?: Logger;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Other limits, by path; `*` in one is any one segment. The first that fits counts. */
  readonly bodyLimits?: Readonly<Record<string, number>>;
  /** Default: nothing may be loaded, which suits an API. */
  readonly contentSecurityPolicy?: string;
  /** Host names that are served, against DNS rebinding; all when absent. */
  readonly allowedHosts?: readonly string[];
}

/** The one middleware in front of everything: request id, security headers, host and body checks, one log line. */
export function createEdge(options: EdgeOptions): MiddlewareHandler<AppEnvironment> {
  const { logger = silentLogger, maxBodyBytes = 1024 * 1024, bodyLimits = {} } = options;
  const { contentSecurityPolicy, allowedHosts } = options;
  const headers = securityHeaders(contentSecurityPolicy);
  const bodyLimitOf = createBodyLimits(bodyLimits, maxBodyBytes);

  return async function edge(context, next) {
    const startedAt = performance.now();
    const requestId = toRequestId(context.req.header(requestIdHeader));
    const requestLogger = logger.child({ requestId });
    context.set('requestId', requestId);
    context.set('logger', requestLogger);
    setHeader(context, requestIdHeader, requestId);
    for (const [name, value] of headers) setHeader(context, name, value);

    try {
      if (allowedHosts) requireKnownHost(context.req, allowedHosts);
      limitBody(context.req, bodyLimitOf(context.req.path));
      await next();
    } catch (thrown) {
      context.res = respondWithError(context, thrown);
    }

    const { method, path } = context.req;
    const durationMs = Math.round(performance.now() - startedAt);
    requestLogger.info('request', { method, path, status: context.res.status, durationMs });
  };
}

/** On a socket, headers set on Node's own response reach every answer at the least cost, raw `Response`s included. */
function setHeader(context: Context<AppEnvironment>, name: string, value: string): void {
  const outgoing = context.env?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else context.header(name, value);
}
