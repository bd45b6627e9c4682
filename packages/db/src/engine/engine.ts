import type { Dialect } from 'kysely';
import type { BackendProfile, Db } from 'pg-boss';
import type { ProcessChannels } from '../notify/process-channels.ts';

/** A kind of database: its Kysely dialect, the queue's connection, notifications, and shutdown. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  /** Resolves when a database of this process executes statements, which wait until then. @throws Error when it does not start. */
  untilOpen(): Promise<void>;
  readonly dialect: Dialect;
  readonly queueConnection: { readonly db: Db; readonly backend: BackendProfile };
  /** Runs work that only one process at a time may do on this database. */
  exclusively(work: () => Promise<void>): Promise<void>;
  readonly channels: ProcessChannels;
  /** Closes connections and unlocks the data directory. Called once. */
  close(): Promise<void>;
}
