import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { useRunCounts } from '../notifications/use-run-activity.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseRunsSearch } from './runs-search.ts';

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: parseRunsSearch,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$runId',
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});

/** Runs and their steps. */
export const runsSection = defineSection({
  label: 'Runs',
  about: 'Runs and their steps',
  icon: Activity,
  to: '/runs',
  part: 'work',
  useCounts: useRunCounts,
  keywords: ['trace', 'history', 'cost'],
  routes: [runsRoute, runRoute],
});
