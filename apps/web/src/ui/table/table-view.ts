import type { ReactNode } from 'react';
import type { TableView } from './use-table-search.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  /** Key of the column, also in addresses; unique within the table. */
  readonly id: string;
  readonly label: string;
  /** The exact text of a cell: searched, copied, and shown unless `render` is given. */
  readonly text: (row: Row) => string;
  readonly render?: (row: Row) => ReactNode;
  /** Value to sort by, by default the text. `null` for a column without an order, such as one of buttons. */
  readonly sortBy?: ((row: Row) => number | string | null | undefined) | null;
  readonly align?: 'end';
  /** True for long texts: the column takes a third of a table whose columns are equally wide otherwise. */
  readonly isWide?: boolean;
}

/** Returns the columns that are shown; all of them when every one is hidden. */
export function shownColumns<Row>(
  columns: readonly TableColumn<Row>[],
  { hide }: TableView,
): readonly TableColumn<Row>[] {
  const hidden = new Set(hide?.split(','));
  const shown = columns.filter(({ id }) => !hidden.has(id));
  return shown.length > 0 ? shown : columns;
}

/** Returns the view with a column hidden, or shown again. Hiding the last shown column shows all. */
export function toggleColumn<Row>(columns: readonly TableColumn<Row>[], view: TableView, id: string): TableView {
  const shown = shownColumns(columns, view).map((column) => column.id);
  const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
  const hidden = columns.flatMap((column) => (next.includes(column.id) ? [] : column.id));
  return { ...view, hide: hidden.length === 0 || next.length === 0 ? undefined : hidden.join(',') };
}

/** Returns the order of a column: `ascending`, `descending` or `none`. */
export function sortOf({ sort }: TableView, id: string): 'ascending' | 'descending' | 'none' {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : 'none';
}

/** Returns the view after a click on the head of a column: ascending, then descending, then the order of the server. */
export function nextSort(view: TableView, id: string): TableView {
  const next = { none: id, ascending: `-${id}`, descending: undefined }[sortOf(view, id)];
  return { ...view, sort: next };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the rows that match the filter, in the chosen order. Rows without a value are last in either order. */
export function arrangeRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  view: TableView,
): readonly Row[] {
  const words = (view.find ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? rows : rows.filter((row) => hasWords(row, columns, words));
  const column = columns.find(({ id }) => sortOf(view, id) !== 'none');
  const valueOf = column?.sortBy === undefined ? column?.text : column.sortBy;
  if (!column || !valueOf) return found;
  const sign = sortOf(view, column.id) === 'descending' ? -1 : 1;
  return found
    .map((row) => ({ row, value: valueOf(row) ?? null }))
    .toSorted((left, right) => compareValues(left.value, right.value, sign))
    .map(({ row }) => row);
}

function hasWords<Row>(row: Row, columns: readonly TableColumn<Row>[], words: readonly string[]): boolean {
  const text = columns.map((column) => column.text(row).toLowerCase()).join('\n');
  return words.every((word) => text.includes(word));
}

function compareValues(left: number | string | null, right: number | string | null, sign: number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
  return sign * collator.compare(String(left), String(right));
}

/** Returns a row as a line of tab-separated values, the form that spreadsheets paste as cells. */
export function toCopiedRow<Row>(row: Row, columns: readonly TableColumn<Row>[]): string {
  return columns.map((column) => column.text(row).replaceAll(/\s+/g, ' ').trim()).join('\t');
}
