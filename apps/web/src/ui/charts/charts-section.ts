import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Package } from 'lucide-react';
import { LoadedFileEditor } from '../editor/loaded-file-editor.ts';
import { defineSection } from '../navigation/section.ts';
import { parseRevisionsSearch } from '../revisions/revisions-view.ts';
import { rootRoute } from '../router/root-route.ts';
import { toText, type UncheckedSearch } from '../router/search-value.ts';
import { fileTabs, type FileTab } from '../workspace/review/file-tab.ts';

const chartsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/charts',
  component: lazyRouteComponent(() => import('./charts-page.tsx'), 'ChartsPage'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace/$workspaceId',
  validateSearch: parseWorkspaceSearch,
  component: lazyRouteComponent(() => {
    void LoadedFileEditor.preload?.();
    return import('../workspace/workspace-page.tsx');
  }, 'WorkspacePage'),
});

const revisionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace/$workspaceId/revisions',
  validateSearch: parseRevisionsSearch,
  component: lazyRouteComponent(() => import('../revisions/revisions-page.tsx'), 'RevisionsPage'),
});

/** Charts in workspaces: conversations, files and revisions. */
export const chartsSection = defineSection({
  label: 'Charts',
  about: 'Workspaces, their files and revisions',
  icon: Package,
  to: '/charts',
  part: 'work',
  keywords: ['helm', 'workspaces', 'files', 'import'],
  routes: [chartsRoute, workspaceRoute, revisionsRoute],
});

/** The state of a workspace page in its address. */
interface WorkspaceSearch {
  /** The open conversation; the most recent one by default. */
  readonly conversation?: string | undefined;
  /** Path of the open file; by default the first file with a pending change. */
  readonly file?: string | undefined;
  /** The tab of the file; by default the last tab of this browser. */
  readonly tab?: FileTab | undefined;
}

/** Parses the search parameters of a workspace page; drops unknown tabs. */
export function parseWorkspaceSearch({ conversation, file, tab }: UncheckedSearch): WorkspaceSearch {
  return { conversation: toText(conversation), file: toText(file), tab: fileTabs.find((name) => name === tab) };
}
