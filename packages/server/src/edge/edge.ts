import { type Logger, silentLogger } from '@shipmate/core';
import { requestIdHeader } from '@shipmate/protocol/http';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';
import { respondWithError } from '../error/respond-with-error.ts';
import { limitBody } from './body-limit.ts';
import { createBodyLimits } from './body-limits.ts';
import { requireKnownHost } from './known-host.ts';
import { toRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** Options for {@link createEdge}, which apply to every request. */
export interface EdgeOptions {
  readonly logger?: Logger;
  /** In bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Other limits, by path; `*` matches one segment. The first matching limit applies. */
  readonly bodyLimits?: Readonly<Record<string, number>>;
  /** Default: no resource may be loaded, which suits an API. */
  readonly contentSecurityPolicy?: string;
  /** Accepted host names, against DNS rebinding; all when undefined. */
  readonly allowedHosts?: readonly string[];
}

/** Creates the first middleware of an app: request id, security headers, host and body checks, one log line. */
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

/**
 * On a socket, headers set on Node's own response reach every response at the lowest cost, including raw `Response`s.
 */
function setHeader(context: Context<AppEnvironment>, name: string, value: string): void {
  const outgoing = context.env?.outgoing;
  if (outgoing) outgoing.setHeader(name, value);
  else context.header(name, value);
}
