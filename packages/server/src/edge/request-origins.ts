import type { RequestOrigin } from '@shipmate/core';
import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/** Remembers where requests came from while they are answered. */
export interface RequestOrigins {
  /** Put it in front of the routes. */
  readonly note: MiddlewareHandler<AppEnvironment>;
  /** `undefined` for a request that was not noted. */
  of(request: Request): RequestOrigin | undefined;
}

/** Makes what remembers the id of each request and the address of the connection that it came over. */
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
