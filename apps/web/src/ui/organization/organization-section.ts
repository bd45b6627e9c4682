import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { toText, type UncheckedSearch } from '../router/search-value.ts';
import { parseTableView, type TableView } from '../table/use-table-search.ts';

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organization',
  validateSearch: parseOrganizationSearch,
  component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
});

/** Usage, limits and audit. */
export const organizationSection = defineSection({
  label: 'Organization',
  about: 'Usage, limits and audit',
  icon: Building2,
  to: '/organization',
  part: 'settings',
  keywords: ['usage', 'spending', 'cost', 'limits', 'audit'],
  routes: [organizationRoute],
});

/** The filters of the organization page in its address; the view is that of the audit entries. */
interface OrganizationSearch extends TableView {
  /** Kind of the audit entries shown; all by default. */
  readonly audit?: string | undefined;
  /** Month of the tool usage, `YYYY-MM`; the current one by default. */
  readonly month?: string | undefined;
}

/** Parses the search parameters of the organization page. */
function parseOrganizationSearch(search: UncheckedSearch): OrganizationSearch {
  return { audit: toText(search['audit']), month: toText(search['month']), ...parseTableView(search) };
}
