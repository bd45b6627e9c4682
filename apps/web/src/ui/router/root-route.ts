import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

/** The resources that a route may use before its page is loaded. */
interface RouteContext {
  readonly client: QueryClient;
}

/** The root of all routes; the shell around the pages is part of the router, see `createAppRouter`. */
export const rootRoute = createRootRouteWithContext<RouteContext>()();
