/** A library that executes the durable task, with its state in PostgreSQL. */
export interface DurablePeer {
  /** Executes one run and resolves once it has ended. @throws Error if the run is incomplete */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** The type of `createPeer`, which each module under `peers/` exports. The database is empty. */
export type CreatePeer = (databaseUrl: string) => Promise<DurablePeer>;
