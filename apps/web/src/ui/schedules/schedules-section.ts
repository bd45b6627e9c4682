import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';

const schedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
});

/** Recurring questions. */
export const schedulesSection = defineSection({
  label: 'Schedules',
  about: 'Recurring questions',
  icon: CalendarClock,
  to: '/schedules',
  part: 'settings',
  keywords: ['cron', 'repeat', 'jobs'],
  routes: [schedulesRoute],
});
