import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Map } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseComparisonSearch } from './comparison/comparison-search.ts';
import { diagramOptions, diagramsOptions } from './diagram-queries.ts';
import { parseDiagramSearch } from './diagram-search.ts';

const codeMapsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/code-maps',
  component: lazyRouteComponent(() => import('./code-maps-page.tsx'), 'CodeMapsPage'),
});

const codeMapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/code-maps/$repositoryId',
  component: lazyRouteComponent(() => import('./code-map-page.tsx'), 'CodeMapPage'),
});

const comparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/code-maps/$repositoryId/compare',
  validateSearch: parseComparisonSearch,
  component: lazyRouteComponent(() => import('./comparison/comparison-page.tsx'), 'ComparisonPage'),
});

const diagramRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/code-maps/$repositoryId/$diagramId',
  validateSearch: parseDiagramSearch,
  /** Requests the picture while the code of its page is loaded; a link that is only pointed at draws nothing. */
  loader({ context: { client }, params: { repositoryId, diagramId }, cause }) {
    if (cause === 'preload') return;
    void client.prefetchQuery(diagramsOptions(repositoryId));
    void client.prefetchQuery(diagramOptions(diagramId));
  },
  component: lazyRouteComponent(() => import('./diagram-page.tsx'), 'DiagramPage'),
});

/** Maps of repositories and the diagrams drawn from them. */
export const codeMapsSection = defineSection({
  label: 'Code maps',
  about: 'Diagrams of repositories',
  icon: Map,
  to: '/code-maps',
  part: 'work',
  keywords: ['diagram', 'code', 'dependencies', 'architecture', 'treemap'],
  routes: [codeMapsRoute, codeMapRoute, comparisonRoute, diagramRoute],
});
