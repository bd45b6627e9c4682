import { AppError } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import type { ClusterAnswer } from '../answer/cluster-answer.ts';
import { readCursor, writeCursor } from '../answer/cursor.ts';
import { countFitting, tokensOf } from '../answer/fitting.ts';
import { toTableLine } from '../answer/table-text.ts';
import type { ClusterReader, TablePage } from '../api/cluster-reader.ts';
import { parseObjectPath, selectPath } from '../object/object-path.ts';
import { hasNamespace } from './has-namespace.ts';
import type { Target } from './target.ts';

/** The rows and columns to show. */
interface TableRequest {
  readonly target: Target;
  readonly labels: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly columns: readonly string[] | undefined;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
}

/** The server's page that is being read, and how many of its rows were shown. */
const stateSchema = z.object({
  page: z.string().optional(),
  shown: z.number().int().min(0),
  before: z.number().int().min(0),
});

/** Lists objects as the server's table: the rows that fit, and a cursor for the rest. */
export async function listTable(
  request: TableRequest,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const { target, labels, fieldSelector, columns: wanted = [], maxTokens } = request;
  const { resource, namespace } = target;
  const question = [resource.plural, resource.group, namespace, labels, fieldSelector, wanted];
  const state =
    request.cursor === undefined ? { shown: 0, before: 0 } : readCursor(request.cursor, question, stateSchema);
  const query = { namespace, labelSelector: labels, fieldSelector, continueToken: state.page };
  const page = await reader.table(resource, { ...query, withObjects: wanted.some(isPath) }, signal);

  const columns = chooseColumns(page, wanted, resource.namespaced && namespace === undefined);
  const header = toTableLine(columns.map(({ name }) => name.toUpperCase()));
  const lines = page.rows.slice(state.shown).map((row) => toTableLine(columns.map(({ cellOf }) => cellOf(row))));
  const count = countFitting(lines, maxTokens - tokensOf(header));
  const first = state.before + state.shown;
  const last = first + count;
  const total = page.continueToken === undefined ? state.before + page.rows.length : totalOf(state.before, page);
  if (total === 0 && namespace !== undefined && !(await hasNamespace(namespace, reader, signal))) {
    return { summary: `Namespace "${namespace}" not found.`, data: '' };
  }
  const hidden = wanted.length === 0 && count > 0 ? hiddenColumns(page) : [];
  const notes = hidden.length === 0 ? '' : ` Further columns: ${hidden.join(', ')}.`;
  const answer = {
    summary: `${describeRows({ request, first, last, total })}${notes}`,
    data: count === 0 ? '' : [header, ...lines.slice(0, count)].join('\n'),
  };
  const next = nextState(state, page, state.shown + count);
  if (!next) return answer;
  const left = total === undefined ? 'More rows follow.' : `${total - last} rows are left out.`;
  const hint = `${left} Narrow with namespace, labels, fieldSelector or columns.`;
  return { ...answer, more: { hint, cursor: writeCursor(question, next) } };
}

/** Returns the next position: in this page of the server, or in its next one. */
function nextState(
  state: z.output<typeof stateSchema>,
  { rows, continueToken: page }: TablePage,
  shown: number,
): z.output<typeof stateSchema> | undefined {
  if (shown < rows.length) return { ...state, shown };
  return page === undefined ? undefined : { page, shown: 0, before: state.before + rows.length };
}

function totalOf(before: number, { rows, remaining }: TablePage): number | undefined {
  return remaining === undefined ? undefined : before + rows.length + remaining;
}

function describeRows({
  request,
  first,
  last,
  total,
}: {
  request: TableRequest;
  first: number;
  last: number;
  total: number | undefined;
}): string {
  const { target, labels, fieldSelector } = request;
  const where =
    target.namespace === undefined
      ? target.resource.namespaced
        ? ' in all namespaces'
        : ''
      : ` in namespace "${target.namespace}"`;
  const selected = [labels, fieldSelector].some((selector) => selector !== undefined)
    ? ' that match the selectors'
    : '';
  const what = `${target.resource.plural}${where}${selected}`;
  if (total === 0) return `There are no ${what}.`;
  if (first === 0 && last === total) return `${total} ${what}.`;
  return `Rows ${first + 1} to ${last}${total === undefined ? '' : ` of ${total}`}: ${what}.`;
}

type Row = TablePage['rows'][number];

/** A column and how a row's cell is read. */
interface ShownColumn {
  readonly name: string;
  readonly cellOf: (row: Row) => unknown;
}

/**
 * Returns the requested columns: server column names, object paths, or `wide` for all; the default columns otherwise.
 */
function chooseColumns(page: TablePage, wanted: readonly string[], withNamespace: boolean): readonly ShownColumn[] {
  const served = page.columns.map(({ name, priority }, index): ShownColumn & { readonly priority: number } => ({
    name,
    priority,
    cellOf: ({ cells }) => cells[index],
  }));
  const namespace: ShownColumn = { name: 'Namespace', cellOf: ({ object }) => namespaceOf(object) };
  const isWide = wanted.some((name) => name.toLowerCase() === 'wide');
  const chosen =
    wanted.length === 0 || isWide
      ? served.filter(({ priority }) => isWide || priority === 0)
      : wanted.map((name) => (isPath(name) ? toPathColumn(name) : findColumn(served, name)));
  const hasName = chosen.some((column) => isCalled(column, 'name'));
  const named = hasName ? chosen : [...served.filter((column) => isCalled(column, 'name')), ...chosen];
  return withNamespace ? [namespace, ...named] : named;
}

/** @throws AppError `VALIDATION_ERROR` that lists the available columns. */
function findColumn(served: readonly ShownColumn[], wanted: string): ShownColumn {
  const found = served.find((column) => isCalled(column, wanted));
  if (found) return found;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Column ${JSON.stringify(wanted)} not found. Available: ${served.map(({ name }) => name).join(', ')}. Paths begin with a dot or hold one: ".data".`,
    details: { field: 'columns' },
  });
}

/** Returns true if a column is an object path. */
function isPath(name: string): boolean {
  return /[.[]/.test(name);
}

function isCalled({ name }: { readonly name: string }, other: string): boolean {
  return name.toLowerCase() === other.trim().toLowerCase();
}

function toPathColumn(text: string): ShownColumn {
  const path = parseObjectPath(text);
  return {
    name: text,
    cellOf({ object }) {
      const found = selectPath(object, path);
      return found.length > 1
        ? found.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(',')
        : found[0];
    },
  };
}

/** Returns the server's columns that are not shown by default. */
function hiddenColumns({ columns }: TablePage): readonly string[] {
  return columns.filter(({ priority }) => priority > 0).map(({ name }) => name);
}
