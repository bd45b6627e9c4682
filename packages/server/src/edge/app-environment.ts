import type { HttpBindings } from '@hono/node-server';
import type { Logger } from '@shipmate/core';

/** What every handler finds in its Hono context. Bindings are absent when a request is made in process. */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Writes the request's id in each line. */
    logger: Logger;
  };
}
