import { accountRoutes } from './account-routes.ts';
import { clusterRoutes } from './cluster-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import type { GuardedRoute } from './guarded-route.ts';
import { standingRoutes } from './standing-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/** Every route that asks who calls. */
export const guardedRoutes: readonly GuardedRoute[] = [
  ...accountRoutes,
  ...workspaceRoutes,
  ...conversationRoutes,
  ...clusterRoutes,
  ...standingRoutes,
];
