import type { PGliteOptions, Results } from '@electric-sql/pglite';

/** Options for PGlite that can be sent to a thread. */
export type ThreadOptions = Pick<PGliteOptions, 'dataDir' | 'startParams' | 'loadDataDir'>;

/** A request to the thread. `transaction` is the identifier that `begin` returned. */
export type ThreadRequest =
  | {
      readonly kind: 'query';
      readonly statement: string;
      readonly parameters: unknown[];
      readonly transaction?: number;
    }
  | { readonly kind: 'more'; readonly query: number }
  | { readonly kind: 'exec'; readonly statements: string; readonly transaction?: number }
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit'; readonly transaction: number }
  | { readonly kind: 'rollback'; readonly transaction: number }
  | { readonly kind: 'listen'; readonly channel: string }
  | { readonly kind: 'unlisten'; readonly channel: string }
  | { readonly kind: 'close' };

/** A request with the identifier that its response repeats. */
export interface NumberedRequest {
  readonly id: number;
  readonly request: ThreadRequest;
}

/** An error with its own fields, of which a cloned error keeps only the message. */
export interface ThreadError {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Rows of a query. Long ones come in parts, so that no turn of the event loop receives them all. */
export interface RowsPart {
  readonly rows: Results['rows'];
  /** The number of the query, with which `more` returns its next rows; undefined for the last ones. */
  readonly more?: number;
}

/** The results of the requests that have one. */
export interface ThreadResults {
  readonly query: Omit<Results, 'rows'> & RowsPart;
  readonly more: RowsPart;
  readonly exec: readonly Results[];
  readonly begin: number;
}

/** A message from the thread. The first one is `ready`. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: ThreadError }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };
