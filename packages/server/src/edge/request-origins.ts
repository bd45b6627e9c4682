import type { RequestOrigin } from '@shipmate/core';
import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';

/** The origins of requests while they are processed. */
export interface RequestOrigins {
  /** Mount it before the routes. */
  readonly note: MiddlewareHandler<AppEnvironment>;
  /** Returns `undefined` for a request that was not noted. */
  of(request: Request): RequestOrigin | undefined;
}

/** Creates a record of each request's id and the remote address of its connection. */
export function createRequestOrigins(): RequestOrigins {
  const origins = new WeakMap<Request, RequestOrigin>();
  return {
    async note(context, next) {
      const remoteAddress = context.env?.incoming?.socket.remoteAddress;
      origins.set(context.req.raw, {
        id: context.get('requestId'),
        ...(remoteAddress !== undefined && { remoteAddress }),
      });
      await next();
    },
    of: (request) => origins.get(request),
  };
}
