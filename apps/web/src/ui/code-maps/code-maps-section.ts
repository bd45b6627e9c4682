import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Map } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseComparisonSearch } from './comparison/comparison-search.ts';
import { parseDiagramSearch } from './diagram-search.ts';

/** The schemas of the responses are not loaded with the start page. */
async function prefetchDiagram(
  client: QueryClient,
  { repositoryId, diagramId }: { readonly repositoryId: string; readonly diagramId: string },
): Promise<void> {
  const { diagramOptions, diagramsOptions } = await import('./diagram-queries.ts');
  await Promise.all([
    client.prefetchQuery(diagramsOptions(repositoryId)),
    client.prefetchQuery(diagramOptions(diagramId)),
  ]);
}

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
  loader({ context: { client }, params, cause }) {
    if (cause !== 'preload') void prefetchDiagram(client, params);
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
