import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';

const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
});

/** The tokens of API clients. */
export const tokensSection = defineSection({
  label: 'API tokens',
  about: 'Access for programs',
  icon: KeyRound,
  to: '/tokens',
  part: 'settings',
  keywords: ['keys', 'access'],
  routes: [tokensRoute],
});
