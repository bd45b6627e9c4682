import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';

const patternsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/patterns',
  component: lazyRouteComponent(() => import('./patterns-page.tsx'), 'PatternsPage'),
});

/** Patterns and policies. */
export const patternsSection = defineSection({
  label: 'Patterns',
  about: 'Documents that agents follow',
  icon: BookOpen,
  to: '/patterns',
  part: 'settings',
  keywords: ['policies', 'documents', 'standards', 'rules'],
  routes: [patternsRoute],
});
