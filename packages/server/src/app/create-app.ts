import { AppError, type Logger } from '@shipmate/core';
import { Hono } from 'hono';
import { createEdge, type EdgeOptions } from '../edge/edge.ts';
import { respondWithError } from '../error/respond-with-error.ts';
import type { AppEnvironment } from '../app-environment.ts';

/** Options for {@link createApp}. */
export interface CreateAppOptions extends EdgeOptions {
  readonly logger: Logger;
}

/** Creates a Hono app with the parts that all requests share: edge, error envelope, response to unknown paths. */
export function createApp(options: CreateAppOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.use(createEdge(options));
  app.onError((error, context) => respondWithError(context, error));
  app.notFound((context) => {
    const { method, path } = context.req;
    return respondWithError(
      context,
      new AppError({ code: 'NOT_FOUND', message: `Route "${method} ${path}" not found.` }),
    );
  });
  return app;
}
