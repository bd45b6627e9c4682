import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { toText, type UncheckedSearch } from '../router/search-value.ts';

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

/** The filters of the organization page in its address. */
interface OrganizationSearch {
  /** Kind of the audit entries shown; all by default. */
  readonly audit?: string | undefined;
  /** Month of the tool usage, `YYYY-MM`; the current one by default. */
  readonly month?: string | undefined;
}

/** Parses the search parameters of the organization page. */
function parseOrganizationSearch({ audit, month }: UncheckedSearch): OrganizationSearch {
  return { audit: toText(audit), month: toText(month) };
}
