import { accountRoutes } from './account-routes.ts';
import { clusterRoutes } from './cluster-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { entityRoutes } from './entity-routes.ts';
import type { GuardedRoute } from './guarded-route.ts';
import { projectRoutes } from './project-routes.ts';
import { repositoryRoutes } from './repository-routes.ts';
import { ruleRoutes } from './rule-routes.ts';
import { standingRoutes } from './standing-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/** All routes that require authentication. */
export const guardedRoutes: readonly GuardedRoute[] = [
  ...accountRoutes,
  ...workspaceRoutes,
  ...conversationRoutes,
  ...clusterRoutes,
  ...standingRoutes,
  ...entityRoutes,
  ...ruleRoutes,
  ...repositoryRoutes,
  ...projectRoutes,
];
