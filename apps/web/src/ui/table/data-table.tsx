import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { classNames } from '../components/class-names.ts';
import { type CellPlace, type CopiedPart, useCells } from './use-cells.ts';
import { TableTools } from './table-tools.tsx';
import { arrangeRows, nextSort, shownColumns, sortOf, type TableColumn, toCopiedRow } from './table-view.ts';
import type { TableView } from './use-table-search.ts';

/** Number of rows from which only the visible ones are in the page. */
const virtualFrom = 1_000;
/** Number of rows from which a table has its tools. */
const toolsFrom = 5;
/** Height of a row of one line, in pixels. */
const rowHeight = 33;

interface DataTableProps<Row> {
  /** Content of the table, for assistive technology. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The chosen view and its setter, when the address keeps it; by default the table does. */
  readonly view?: readonly [view: TableView, setView: (view: TableView) => void];
  /** True while the server has more rows: sorting and filtering then apply to those that are loaded, and the table says so. */
  readonly isPartial?: boolean;
}

/**
 * A table with an order, a filter, a choice of columns, and cells and rows to copy. Arrow keys move between cells, Enter enters a cell,
 * Control+C copies a cell and Shift+C its row. It scrolls horizontally when it is too wide, and within itself from 1,000 rows.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, view: kept, isPartial = false }: DataTableProps<Row>) {
  const own = useState<TableView>({});
  const [view, setView] = kept ?? own;
  const { sort, find, hide } = view;
  const shown = shownColumns(columns, view);
  const arranged = useMemo(() => arrangeRows(rows, columns, { sort, find }), [rows, columns, sort, find]);
  const scroller = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState('');
  const isVirtual = arranged.length >= virtualFrom;
  const virtual = useVirtualizer({
    count: arranged.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const { place, setPlace, onKeyDown } = useCells({
    scroller,
    size: { row: arranged.length, column: shown.length },
    onMove: (row) => isVirtual && virtual.scrollToIndex(row),
    onCopy: (what) => void copy(what),
  });
  async function copy(what: CopiedPart) {
    const row = place && arranged[place.row];
    const column = place && shown[place.column];
    if (!row || !column) return;
    // Over plain HTTP from another machine the clipboard is unavailable.
    if (!window.isSecureContext) return setCopied('Copying needs HTTPS. Select the text instead.');
    await navigator.clipboard.writeText(what === 'cell' ? column.text(row) : toCopiedRow(row, shown));
    setCopied(what === 'cell' ? `Copied the cell of “${column.label}”.` : 'Copied the row.');
  }

  return (
    <div className="min-w-0 space-y-2">
      {(rows.length >= toolsFrom || Boolean(sort ?? find ?? hide)) && (
        <TableTools
          {...{ caption, columns, view, copied, isPartial }}
          onView={setView}
          counts={{ shown: arranged.length, all: rows.length }}
          onCopy={place && ((what) => void copy(what))}
        />
      )}
      {/* Keyboard scrolling requires a focusable element. */}
      <div
        ref={scroller}
        role="region"
        aria-label={caption}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={classNames(
          'border-line bg-surface overflow-x-auto rounded-lg border',
          isVirtual && 'max-h-[70dvh] overflow-y-auto',
        )}
      >
        <table
          className={classNames('w-full text-left text-xs', isVirtual && 'min-w-3xl table-fixed')}
          aria-rowcount={isVirtual ? arranged.length + 1 : undefined}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className={classNames('text-muted', isVirtual && 'bg-surface sticky top-0 z-20')}>
            <tr>
              {shown.map((column, index) => (
                <ColumnHead
                  key={column.id}
                  {...{ column, view }}
                  isFirst={index === 0}
                  onSort={() => setView(nextSort(view, column.id))}
                />
              ))}
            </tr>
          </thead>
          <BodyRows {...{ arranged, shown, keyOf, setPlace }} virtual={isVirtual ? virtual : undefined} />
        </table>
        {arranged.length === 0 && rows.length > 0 && (
          <p className="text-muted border-line border-t px-3 py-4 text-xs">No rows match the filter.</p>
        )}
      </div>
    </div>
  );
}

interface BodyRowsProps<Row> extends Pick<DataTableProps<Row>, 'keyOf'> {
  readonly arranged: readonly Row[];
  readonly shown: readonly TableColumn<Row>[];
  readonly setPlace: (place: CellPlace) => void;
  /** Tells the visible rows; undefined when all rows are in the page. */
  readonly virtual: Virtualizer<HTMLDivElement, Element> | undefined;
}

function BodyRows<Row>({ arranged, shown, keyOf, setPlace, virtual }: BodyRowsProps<Row>) {
  const items = virtual?.getVirtualItems() ?? arranged.map((_, index) => ({ index, start: 0, end: 0 }));
  const above = items[0]?.start ?? 0;
  const below = virtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <tbody>
      {above > 0 && <Gap height={above} columns={shown.length} />}
      {items.map(({ index }) => {
        const row = arranged[index];
        if (row === undefined) return null;
        return (
          <tr
            key={keyOf(row)}
            ref={virtual?.measureElement}
            data-index={index}
            aria-rowindex={virtual && index + 2}
            className="border-line border-t"
          >
            {shown.map(({ id, align, text, render }, column) => (
              <td
                key={id}
                tabIndex={-1}
                data-cell={`${index} ${column}`}
                onFocus={() => setPlace({ row: index, column })}
                className={classNames(
                  'px-3 py-2 align-top tabular-nums focus-visible:-outline-offset-2',
                  align === 'end' && 'text-right',
                  virtual && 'wrap-anywhere',
                  column === 0 && stickyColumn,
                )}
              >
                {render ? render(row) : text(row)}
              </td>
            ))}
          </tr>
        );
      })}
      {below > 0 && <Gap height={below} columns={shown.length} />}
    </tbody>
  );
}

/** The first column stays in view while a narrow window scrolls the others. */
const stickyColumn =
  'max-sm:bg-surface max-sm:sticky max-sm:left-0 max-sm:z-10 max-sm:max-w-40 max-sm:min-w-28 max-sm:whitespace-normal max-sm:wrap-anywhere';

interface ColumnHeadProps<Row> {
  readonly column: TableColumn<Row>;
  readonly view: TableView;
  readonly isFirst: boolean;
  readonly onSort: () => void;
}

function ColumnHead<Row>({ column, view, isFirst, onSort }: ColumnHeadProps<Row>) {
  const { id, label, align, sortBy } = column;
  const sort = sortOf(view, id);
  const Icon = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown }[sort];
  const look = classNames(
    'px-3 font-medium whitespace-nowrap',
    align === 'end' && 'text-right',
    isFirst && stickyColumn,
  );
  if (sortBy === null) {
    return (
      <th scope="col" className={classNames(look, 'py-2')}>
        {label}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={sort} className={look}>
      <button type="button" onClick={onSort} className="hover:text-ink group inline-flex min-h-8 items-center gap-1">
        {label}
        <Icon
          aria-hidden
          className={classNames(
            'size-3 shrink-0',
            sort === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </th>
  );
}

/** The height of rows that are out of sight. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
