import type { QueryOptions, Results } from '@electric-sql/pglite';

/** A PGlite, in this thread or another. */
export interface EmbeddedServer extends EmbeddedSession {
  readonly waitReady: Promise<void>;
  readonly ready: boolean;
  readonly closed: boolean;
  /** Runs a callback in a transaction, which is committed when the callback ends and rolled back when it throws. */
  transaction<Result>(callback: (session: EmbeddedTransaction) => Promise<Result>): Promise<Result>;
  /** Calls back for each notification of a channel, until the returned function is called. */
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The part that runs statements. */
export interface EmbeddedSession {
  /** Runs one statement. @throws Error with the fields of PostgreSQL's error. */
  // The signature is that of PGlite, which Kysely and pg-boss call.
  query<Row>(statement: string, parameters?: unknown[], options?: QueryOptions): Promise<Results<Row>>;
  /** Runs several statements without parameters. */
  exec(statements: string): Promise<Results[]>;
}

/** A transaction that is open. */
export interface EmbeddedTransaction extends EmbeddedSession {
  rollback(): Promise<void>;
}
