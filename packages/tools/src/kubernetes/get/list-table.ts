import { z } from 'zod';
import type { ClusterReader, TablePage } from '../api/cluster-reader.ts';
import type { ClusterAnswer } from '../answer/cluster-answer.ts';
import { readCursor, writeCursor } from '../answer/cursor.ts';
import { countFitting, tokensOf } from '../answer/fitting.ts';
import { toTableLine } from '../answer/table-text.ts';
import { hasNamespace } from './has-namespace.ts';
import { chooseColumns, hiddenColumns, isPath } from './table-columns.ts';
import type { Target } from './target.ts';

/** The rows and columns to show. */
export interface TableWish {
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
  wish: TableWish,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const { target, labels, fieldSelector, columns: wanted = [], maxTokens } = wish;
  const { resource, namespace } = target;
  const question = [resource.plural, resource.group, namespace, labels, fieldSelector, wanted];
  const state = wish.cursor === undefined ? { shown: 0, before: 0 } : readCursor(wish.cursor, question, stateSchema);
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
    return { summary: `There is no namespace "${namespace}".`, data: '' };
  }
  const hidden = wanted.length === 0 && count > 0 ? hiddenColumns(page) : [];
  const notes = hidden.length === 0 ? '' : ` Further columns: ${hidden.join(', ')}.`;
  const answer = {
    summary: `${describe({ wish, first, last, total })}${notes}`,
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

function describe({
  wish,
  first,
  last,
  total,
}: {
  wish: TableWish;
  first: number;
  last: number;
  total: number | undefined;
}): string {
  const { target, labels, fieldSelector } = wish;
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
