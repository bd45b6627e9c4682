import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Lightbulb } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';

const proposalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./proposals-page.tsx'), 'ProposalsPage'),
});

const proposalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proposals/$proposalId',
  component: lazyRouteComponent(() => import('./proposal-page.tsx'), 'ProposalPage'),
});

/** Recommendations and platform operations. */
export const proposalsSection = defineSection({
  label: 'Proposals',
  about: 'Recommendations and platform operations',
  icon: Lightbulb,
  to: '/proposals',
  part: 'work',
  keywords: ['recommend', 'build', 'platform', 'operation'],
  routes: [proposalsRoute, proposalRoute],
});
