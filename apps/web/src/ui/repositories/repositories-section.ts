import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FolderGit2 } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { toCount, toText, type UncheckedSearch } from '../router/search-value.ts';
import type { PlaceSearch } from './place.ts';

const repositoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories',
  component: lazyRouteComponent(() => import('./repositories-page.tsx'), 'RepositoriesPage'),
});

const repositoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$repositoryId',
  validateSearch: ({ folder, file, line }: UncheckedSearch): PlaceSearch => ({
    folder: toText(folder),
    file: toText(file),
    line: toCount(line),
  }),
  component: lazyRouteComponent(() => import('./repository-page.tsx'), 'RepositoryPage'),
});

const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/jobs/$jobId',
  component: lazyRouteComponent(() => import('./job-page.tsx'), 'JobPage'),
});

/** Git repositories and the jobs of agents in them. */
export const repositoriesSection = defineSection({
  label: 'Repositories',
  about: 'Code changes by agents',
  icon: FolderGit2,
  to: '/repositories',
  part: 'work',
  keywords: ['git', 'code', 'task', 'job'],
  routes: [repositoriesRoute, repositoryRoute, jobRoute],
});
