import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseAlertsFilter } from './alerts-filter.ts';

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  validateSearch: parseAlertsFilter,
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});

/** The alerts that rules sent to the person. */
export const alertsSection = defineSection({
  label: 'Alerts',
  about: 'Alerts of automation rules',
  icon: BellRing,
  to: '/alerts',
  part: 'work',
  keywords: ['notifications', 'rules', 'severity'],
  routes: [alertsRoute],
});
