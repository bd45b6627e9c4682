import { Columns3, Copy, Search } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { shownColumns, type TableColumn, toggleColumn } from './table-view.ts';
import type { TableView } from './use-table-search.ts';

interface TableToolsProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly view: TableView;
  readonly onView: (view: TableView) => void;
  readonly counts: { readonly shown: number; readonly all: number };
  readonly isPartial: boolean;
  /** Says what was copied last. */
  readonly copied: string;
  /** Undefined until a person has chosen a cell. */
  readonly onCopy: ((what: 'cell' | 'row') => void) | undefined;
}

/** The tools above a table: a filter, the choice of columns, and copying. */
export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { caption, columns, view, onView, counts, isPartial, copied, onCopy } = props;
  const shown = shownColumns(columns, view);
  const isArranged = Boolean(view.sort ?? view.find);
  return (
    <div
      role="group"
      aria-label={`Tools of the table “${caption}”`}
      className="flex flex-wrap items-center gap-2 text-xs"
    >
      <label className="border-edge focus-within:border-accent focus-within:ring-accent flex h-8 min-w-40 flex-1 basis-40 items-center gap-2 rounded-md border px-2 focus-within:ring-1 sm:max-w-64">
        <Search aria-hidden className="text-muted size-3.5 shrink-0" />
        <span className="sr-only">Filter rows</span>
        <input
          type="search"
          value={view.find ?? ''}
          maxLength={200}
          placeholder="Filter rows"
          onChange={({ target }) => onView({ ...view, find: target.value === '' ? undefined : target.value })}
          className="placeholder:text-muted min-w-0 flex-1 bg-transparent text-base outline-none sm:text-xs"
        />
      </label>
      <details
        className="relative"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary className="border-line bg-surface hover:border-edge flex h-8 items-center gap-1.5 rounded-md border px-2.5 font-medium">
          <Columns3 aria-hidden className="size-3.5" />
          Columns
        </summary>
        <fieldset className="border-line bg-surface absolute right-0 z-30 mt-1 max-h-72 min-w-44 overflow-y-auto rounded-lg border p-1.5 shadow-lg">
          <legend className="sr-only">Shown columns</legend>
          {columns.map(({ id, label }) => {
            const isShown = shown.some((column) => column.id === id);
            return (
              <label key={id} className="hover:bg-raised flex items-center gap-2 rounded px-2 py-1.5">
                <input
                  type="checkbox"
                  className="accent-accent size-4"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => onView(toggleColumn(columns, view, id))}
                />
                {label}
              </label>
            );
          })}
        </fieldset>
      </details>
      {onCopy && (
        <>
          <Button icon={<Copy aria-hidden />} aria-keyshortcuts="Control+C" onClick={() => onCopy('cell')}>
            Copy cell
          </Button>
          <Button icon={<Copy aria-hidden />} aria-keyshortcuts="Shift+C" onClick={() => onCopy('row')}>
            Copy row
          </Button>
        </>
      )}
      <p role="status" className="text-muted">
        {copied !== '' && `${copied} `}
        {view.find !== undefined && `${counts.shown.toLocaleString('en')} of ${counts.all.toLocaleString('en')} rows. `}
        {isPartial && isArranged && 'Only the loaded rows are sorted and filtered.'}
      </p>
    </div>
  );
}
