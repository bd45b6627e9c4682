import { AppError } from '@shipmate/core';
import { isId, type Page, type PageRequest } from '@shipmate/domain';
import { type RawBuilder, sql } from 'kysely';

/** Selects the cursor of a row in a list that is sorted by a time and an id. Times have microseconds, dates do not. */
export function timeCursor(time: string, id: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint || '.' || ${sql.ref(id)}`;
}

/** Selects the rows after a cursor, newest first; all rows without one. @throws AppError `VALIDATION_ERROR` */
export function afterCursor(time: string, id: string, before: string | undefined): RawBuilder<boolean> {
  if (before === undefined) return sql<boolean>`true`;
  const [, micros = '', last = ''] = /^(\d{1,18})\.(.*)$/.exec(before) ?? [];
  if (!isId(last)) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'before: must be the "next" of the previous page. Send it unchanged.',
    });
  }
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) <
    (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last}::uuid)`;
}

/** Converts rows to a page; the query has asked for one row more than the limit. */
export function toPage<Row extends { readonly cursor: string }, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  return { items: shown.map(toItem), next: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null };
}
