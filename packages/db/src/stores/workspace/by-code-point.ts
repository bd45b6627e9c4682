import { sql } from 'kysely';

/** Sorts by code point, the same on every server regardless of its locale. */
export function byCodePoint(column: 'root' | 'path') {
  return sql`${sql.ref(column)} collate "C"`;
}
