import { expect, it } from 'vitest';
import { parseTableView } from './use-table-search.ts';
import { arrangeRows, nextSort, shownColumns, type TableColumn, toCopiedRow, toggleColumn } from './table-view.ts';

interface Row {
  readonly name: string;
  readonly cost: number | null;
}
const columns: readonly TableColumn<Row>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name },
  {
    id: 'cost',
    label: 'Cost',
    text: ({ cost }) => (cost === null ? 'unknown' : `$${cost}`),
    sortBy: ({ cost }) => cost,
  },
  { id: 'actions', label: 'Actions', text: () => '', sortBy: null },
];
const rows: readonly Row[] = [
  { name: 'run 10', cost: 2 },
  { name: 'run 2', cost: null },
  { name: 'Run 1', cost: 12 },
];
const namesOf = (view: Parameters<typeof arrangeRows>[2]) => arrangeRows(rows, columns, view).map(({ name }) => name);

it.each([
  [{}, ['run 10', 'run 2', 'Run 1']],
  [{ sort: 'name' }, ['Run 1', 'run 2', 'run 10']],
  [{ sort: '-name' }, ['run 10', 'run 2', 'Run 1']],
  [{ sort: 'cost' }, ['run 10', 'Run 1', 'run 2']],
  [{ sort: '-cost' }, ['Run 1', 'run 10', 'run 2']],
  [{ sort: 'actions' }, ['run 10', 'run 2', 'Run 1']],
  [{ sort: 'absent' }, ['run 10', 'run 2', 'Run 1']],
  [{ find: 'RUN  unknown' }, ['run 2']],
  [{ find: 'no such row' }, []],
])('arrangeRows filters and sorts by %j', (view, names) => {
  expect(namesOf(view)).toEqual(names);
});

it('nextSort goes through ascending, descending and the order of the server', () => {
  const first = nextSort({ find: 'a' }, 'name');
  const second = nextSort(first, 'name');
  expect([first.sort, second.sort, nextSort(second, 'name').sort]).toEqual(['name', '-name', undefined]);
  expect(nextSort(second, 'cost')).toEqual({ find: 'a', sort: 'cost' });
});

it('toggleColumn hides and shows columns and keeps the last one', () => {
  const one = toggleColumn(columns, {}, 'cost');
  const two = toggleColumn(columns, one, 'actions');
  expect([one.hide, two.hide]).toEqual(['cost', 'cost,actions']);
  expect(shownColumns(columns, two).map(({ id }) => id)).toEqual(['name']);
  expect(toggleColumn(columns, two, 'name').hide).toBeUndefined();
  expect(toggleColumn(columns, one, 'cost').hide).toBeUndefined();
  expect(shownColumns(columns, { hide: 'name,cost,actions,gone' })).toHaveLength(3);
});

it('a copied row is one line of tab-separated values', () => {
  expect(toCopiedRow({ name: 'two\n lines', cost: 1 }, columns.slice(0, 2))).toBe('two lines\t$1');
});

it('parseTableView drops values that are no text', () => {
  expect(parseTableView({ sort: 'a', find: 1, hide: 'b', other: 'c' })).toEqual({ sort: 'a', hide: 'b' });
});
