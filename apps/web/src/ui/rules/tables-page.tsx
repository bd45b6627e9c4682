import type { JsonValue } from '@shipmate/core';
import type { EntityRowView, EntityView } from '@shipmate/protocol/web/entities';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Button } from '../components/button.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-view.ts';
import { useTableSearch } from '../table/use-table-search.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { Link } from '../router/link.tsx';
import { type CellChange, type CellOutcome, useChangeCell, useEntities, useEntityRows } from './table-queries.ts';

/** The table that the page shows at first: that of the example rule. */
const firstTable = 'inventory.inventory_items';

/** Number of rows that the page shows at first, and adds on request. */
const pageLength = 50;
const maxLength = 200;

/** The tables that rules watch, one at a time, with cells to edit. */
export function TablesPage() {
  const search = useSearch({ from: '/tables' });
  const navigate = useNavigate();
  const entities = useEntities();
  const name = search.entity ?? firstTable;
  const entity = entities.data?.find((each) => each.name === name);
  return (
    <ListPage
      title="Tables"
      actions={
        entities.data && (
          <SmallSelect
            label="Table"
            value={entity?.name ?? ''}
            options={[
              ...(entity ? [] : [['', 'Select…'] as const]),
              ...entities.data.map((each) => [each.name, each.name] as const),
            ]}
            onChange={(chosen) => void navigate({ to: '/tables', search: { entity: chosen }, replace: true })}
          />
        )
      }
    >
      {entities.error && <ErrorBanner error={entities.error} onRetry={() => void entities.refetch()} />}
      {entities.isPending && <Waiting>Loading the tables…</Waiting>}
      {entities.data && !entity && <EmptyState>There is no table “{name}”. Select another one.</EmptyState>}
      {entity && <EntityRows key={entity.name} entity={entity} />}
    </ListPage>
  );
}

/** The rows of one table. */
function EntityRows({ entity }: { readonly entity: EntityView }) {
  const [limit, setLimit] = useState(pageLength);
  const query = useEntityRows({ entity: entity.name, limit });
  const [outcome, setOutcome] = useState<CellOutcome>();
  const { rows = [], total = 0 } = query.data ?? {};
  const isWritable = entity.fields.some((field) => field.isWritable);
  return (
    <>
      <p className="text-muted text-xs">
        {entity.description}{' '}
        {isWritable ? 'A change of a row starts the rules that watch it.' : 'The rows are read-only.'}
      </p>
      <SaveStatus outcome={outcome} onDismiss={() => setOutcome(undefined)} />
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the rows…</Waiting>}
      {query.data && rows.length === 0 && (
        <EmptyState>No rows yet. Actions of rules, such as “create entity”, and SQL create them.</EmptyState>
      )}
      {rows.length > 0 && (
        <RowTable entity={entity} rows={rows} isPartial={total > rows.length} onOutcome={setOutcome} />
      )}
      {total > rows.length && limit < maxLength && (
        <Button isBusy={query.isFetching} onClick={() => setLimit(Math.min(limit + pageLength, maxLength))}>
          Show more rows
        </Button>
      )}
      {total > maxLength && limit === maxLength && (
        <p className="text-muted text-xs">
          The newest {maxLength} of {total} rows are shown.
        </p>
      )}
    </>
  );
}

interface SaveStatusProps {
  readonly outcome: CellOutcome | undefined;
  readonly onDismiss: () => void;
}

/** Says that a value is saved, and where alerts about it appear, or why it is not. */
function SaveStatus({ outcome, onDismiss }: SaveStatusProps) {
  return (
    <>
      <p role="status" className="text-xs empty:hidden">
        {outcome?.error === null && (
          <>
            Saved “{outcome.field}”. If a rule sends an alert, it appears under{' '}
            <Link to="/alerts" className="text-accent underline underline-offset-2">
              Alerts
            </Link>
            .
          </>
        )}
      </p>
      {outcome?.error && <ErrorBanner error={outcome.error} onDismiss={onDismiss} />}
    </>
  );
}

interface RowTableProps {
  readonly entity: EntityView;
  readonly rows: readonly EntityRowView[];
  readonly isPartial: boolean;
  /** `undefined` when a person begins another change. */
  readonly onOutcome: (outcome: CellOutcome | undefined) => void;
}

/** The columns of a table, those to edit first and identifiers last. */
function RowTable({ entity, rows, isPartial, onOutcome }: RowTableProps) {
  const view = useTableSearch();
  const keyOf = (row: EntityRowView) => toCellText(row[entity.key]);
  const columns = [...entity.fields].sort((one, other) => toRank(one) - toRank(other));
  return (
    <DataTable
      caption={`Rows of ${entity.name}`}
      columns={columns.map(
        (field): TableColumn<EntityRowView> => ({
          id: field.name,
          label: field.name,
          text: (row) => toCellText(row[field.name]),
          sortBy: (row) => toSortValue(row[field.name]),
          render: (row) =>
            field.isWritable ? (
              <EditableCell entity={entity.name} {...{ field, row, onOutcome }} rowKey={keyOf(row)} />
            ) : (
              <span title={toCellText(row[field.name])} className="text-muted whitespace-nowrap">
                {toShortText(field, row[field.name])}
              </span>
            ),
        }),
      )}
      rows={rows}
      keyOf={keyOf}
      view={view}
      isPartial={isPartial}
    />
  );
}

function toRank({ type, isWritable }: EntityView['fields'][number]): number {
  return (isWritable ? 0 : 2) + (type === 'uuid' ? 1 : 0);
}

interface EditableCellProps extends Pick<RowTableProps, 'onOutcome'> {
  readonly entity: string;
  readonly field: EntityView['fields'][number];
  readonly row: EntityRowView;
  readonly rowKey: string;
}

/** A text that a person enters, and the value that the cell had before; the row may be refetched meanwhile. */
interface CellDraft {
  readonly text: string;
  readonly seen: JsonValue;
}

/** A value that turns into a text field when it is clicked. Enter saves, Escape cancels. */
function EditableCell({ entity, field, row, rowKey, onOutcome }: EditableCellProps) {
  const change = useChangeCell(entity, onOutcome);
  const [draft, setDraft] = useState<CellDraft>();
  const [wasEdited, setWasEdited] = useState(false);
  const value = row[field.name] ?? null;
  if (draft === undefined) {
    return (
      <button
        type="button"
        aria-label={`Edit ${field.name}: ${value === null ? 'no value' : toCellText(value)}`}
        // The button appears again after an edit, and takes the focus of the text field.
        autoFocus={wasEdited}
        title={toCellText(value)}
        onClick={() => {
          setWasEdited(true);
          onOutcome(undefined);
          setDraft({ text: toCellText(value), seen: value });
        }}
        className="hover:bg-raised hover:border-edge border-line -mx-1 min-h-6 min-w-10 rounded border border-dashed px-1 text-left whitespace-nowrap"
      >
        {value === null ? <span className="text-muted">–</span> : toShortText(field, value)}
      </button>
    );
  }
  const close = () => setDraft(undefined);
  function save({ text, seen }: CellDraft) {
    const next: CellChange = { key: rowKey, field: field.name, value: toValue(field, text), seen };
    if (change.isPending) return;
    if (text === toCellText(seen)) close();
    else change.mutate(next, { onSuccess: close });
  }
  return (
    <form
      className="flex flex-col items-start gap-1 sm:flex-row sm:items-center"
      onSubmit={(event) => {
        event.preventDefault();
        save(draft);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        aria-label={field.name}
        value={draft.text}
        autoFocus
        autoComplete="off"
        inputMode={field.type === 'integer' || field.type === 'number' ? 'decimal' : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        className="border-edge bg-surface h-8 w-32 min-w-0 rounded-md border px-2 text-base sm:text-xs"
      />
      <span className="flex gap-1">
        <Button type="submit" variant="primary" isBusy={change.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

/** Returns the value of a text that a person entered; the server converts it to the type of the field. */
function toValue({ isNullable }: EntityView['fields'][number], text: string): JsonValue {
  return text === '' && isNullable ? null : text;
}

function toSortValue(value: JsonValue | undefined): number | string | null {
  return typeof value === 'number' ? value : value === null || value === undefined ? null : toCellText(value);
}

function toCellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idLength = 8;
const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function toShortText({ type }: EntityView['fields'][number], value: JsonValue | undefined): string {
  const text = toCellText(value);
  if (type === 'uuid' && text !== '') return `${text.slice(0, idLength)}…`;
  return type === 'timestamp' && text !== '' ? timeFormat.format(new Date(text)) : text;
}
