import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShipWheel } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseClusterSearch } from './cluster-view.ts';

const clusterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cluster',
  validateSearch: parseClusterSearch,
  component: lazyRouteComponent(() => import('./cluster-page.tsx'), 'ClusterPage'),
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cluster/conversations/$conversationId',
  component: lazyRouteComponent(
    () => import('./conversation/cluster-conversation-page.tsx'),
    'ClusterConversationPage',
  ),
});

const remediationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cluster/remediations/$remediationId',
  component: lazyRouteComponent(() => import('./remediation/remediation-page.tsx'), 'RemediationPage'),
});

/** The health of clusters, investigations and remediations. */
export const clusterSection = defineSection({
  label: 'Cluster',
  about: 'Problems, investigations and remediations',
  icon: ShipWheel,
  to: '/cluster',
  part: 'work',
  keywords: ['kubernetes', 'problems', 'health', 'nodes', 'pods'],
  routes: [clusterRoute, conversationRoute, remediationRoute],
});
