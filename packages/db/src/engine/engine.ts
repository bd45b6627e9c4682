import type { Dialect } from 'kysely';
import type { BackendProfile, Db } from 'pg-boss';
import type { ListenToChannel } from '../notify/listener.ts';

/** What a kind of database brings: a way in for Kysely, one for the queue, one to hear of what happens, and an end. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly dialect: Dialect;
  readonly queueConnection: { readonly db: Db; readonly backend: BackendProfile };
  /** Runs what one process at a time may do on this database. */
  exclusively(work: () => Promise<void>): Promise<void>;
  readonly listenTo: ListenToChannel;
  /** Closes connections and gives the data directory free. Called once. */
  close(): Promise<void>;
}
