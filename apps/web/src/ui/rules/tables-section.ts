import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { toText, type UncheckedSearch } from '../router/search-value.ts';
import { parseTableView, type TableView } from '../table/use-table-search.ts';

const tablesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tables',
  validateSearch: parseTablesSearch,
  component: lazyRouteComponent(() => import('./tables-page.tsx'), 'TablesPage'),
});

/** The tables whose rows rules watch. */
export const tablesSection = defineSection({
  label: 'Tables',
  about: 'Rows that automation rules watch',
  icon: Table2,
  to: '/tables',
  part: 'work',
  keywords: ['entities', 'rows', 'data', 'rules', 'inventory'],
  routes: [tablesRoute],
});

/** The table that the page shows, in its address. */
interface TablesSearch extends TableView {
  /** `schema.table`. */
  readonly entity?: string | undefined;
}

/** Parses the search parameters of the page of tables. */
function parseTablesSearch(search: UncheckedSearch): TablesSearch {
  return { entity: toText(search['entity']), ...parseTableView(search) };
}
