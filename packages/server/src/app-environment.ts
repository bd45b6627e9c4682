import type { HttpBindings } from '@hono/node-server';
import type { Logger } from '@shipmate/core';

/** The Hono environment of every handler. Bindings are undefined for an in-process request. */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Adds the request's id to each line. */
    logger: Logger;
    /** Set by `nameRun`. */
    namedRunId?: string;
  };
}
