import { useNavigate, useSearch } from '@tanstack/react-router';
import { toText, type UncheckedSearch } from '../router/search-value.ts';

/** The order, filter and columns of a table that a person has chosen; undefined for the default of each. */
export interface TableView {
  /** Column id, after `-` for the descending order. */
  readonly sort?: string | undefined;
  /** Words, all of which a shown row contains. */
  readonly find?: string | undefined;
  /** Ids of the hidden columns, separated by commas. */
  readonly hide?: string | undefined;
}

/** Parses the parameters of a table in the address of a page. */
export function parseTableView({ sort, find, hide }: UncheckedSearch): TableView {
  return { sort: toText(sort), find: toText(find), hide: toText(hide) };
}

/**
 * The view of the page's table, kept in the address. The route of the page has to accept the parameters of {@link parseTableView}.
 */
export function useTableSearch(): readonly [view: TableView, setView: (view: TableView) => void] {
  const view = parseTableView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (next: TableView) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, ...next }),
      replace: true,
      resetScroll: false,
    });
  return [view, setView];
}
