import { sql, type RawBuilder } from 'kysely';

/** Returns the first day of a month, `YYYY-MM`, in UTC; by default that of the current month by the database's clock. */
export function firstDayOf(month: string | undefined): RawBuilder<unknown> {
  return month === undefined
    ? sql`date_trunc('month', clock_timestamp() at time zone 'utc')`
    : sql`${`${month}-01`}::date`;
}
