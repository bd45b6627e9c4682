/** Runs a statement on the measured database and returns its rows. */
export type Query = <Row>(text: string) => Promise<readonly Row[]>;

/** A statement of an interval, as `pg_stat_statements` normalizes it. */
export interface CountedStatement {
  readonly text: string;
  readonly calls: number;
  /** Including full page images, in bytes. */
  readonly walBytes: number;
}

/** The statements of all sessions of a database in an interval. */
export interface StatementCount {
  /** Including `begin`, `commit` and `rollback`. */
  readonly statements: number;
  /** Inserted by the whole server, in bytes. */
  readonly walBytes: number;
  /** The most frequent first. */
  readonly byText: readonly CountedStatement[];
}

/** Settings of a server whose statements are counted, and whose commits are durable. */
export const countingSettings: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A checkpoint adds an image of each page that is written after it, so there is none between warm-up and end.
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};

/** Starts to count the statements of a database; the returned function stops and returns the count. */
export async function countStatements(query: Query): Promise<() => Promise<StatementCount>> {
  await query('create extension if not exists pg_stat_statements');
  await query('select pg_stat_statements_reset()');
  const before = await readWalPosition(query);
  return async () => {
    const walBytes = (await readWalPosition(query)) - before;
    const byText = await query<CountedStatement>(`
      select query as text, sum(calls)::float8 as calls, sum(wal_bytes)::float8 as "walBytes"
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query !~ 'pg_stat_statements|pg_current_wal_insert_lsn'
      group by query order by calls desc`);
    return { statements: byText.reduce((sum, { calls }) => sum + calls, 0), walBytes, byText };
  };
}

async function readWalPosition(query: Query): Promise<number> {
  const [row] = await query<{ readonly bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  );
  if (row === undefined) throw new Error('The server did not return its WAL position.');
  return row.bytes;
}
