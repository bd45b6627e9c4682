import { z } from 'zod';

/** The environment variable for prepared statements. */
export const preparedStatementsSchema = z.object({
  /** `off` for a connection pooler in transaction mode that does not support prepared statements. */
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
});

/** Returns the `preparedStatements` of a database's location. */
export function toPreparedStatements({
  DATABASE_PREPARED_STATEMENTS: statements,
}: z.output<typeof preparedStatementsSchema>): boolean {
  return statements === 'on';
}
