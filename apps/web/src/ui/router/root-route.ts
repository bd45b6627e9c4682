import { createRootRoute } from '@tanstack/react-router';

/** The root of all routes; the shell around the pages is part of the router, see `createAppRouter`. */
export const rootRoute = createRootRoute();
