import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { toText, type UncheckedSearch } from '../router/search-value.ts';

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('./projects-page.tsx'), 'ProjectsPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  validateSearch: ({ channel }: UncheckedSearch): { readonly channel?: string | undefined } => ({
    channel: toText(channel),
  }),
  component: lazyRouteComponent(() => import('./project-page.tsx'), 'ProjectPage'),
});

/** Projects with their channels, members and repositories. */
export const projectsSection = defineSection({
  label: 'Projects',
  about: 'Channels and members',
  icon: UsersRound,
  to: '/projects',
  part: 'work',
  keywords: ['channel', 'message', 'member', 'team'],
  routes: [projectsRoute, projectRoute],
});
