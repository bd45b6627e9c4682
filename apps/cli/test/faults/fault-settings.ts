/** What becomes of a process at one of its writes, counted from 0: it gets a signal, before or after the write is stored. */
export interface Fate {
  readonly write: number;
  readonly isStored: boolean;
  /** `SIGSTOP` freezes it. */
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

/** How a process of the fault suite is to be. It is told in JSON, as its argument. */
export interface FaultSettings {
  readonly apps: readonly ('web' | 'worker')[];
  readonly databaseUrl: string;
  /** The file of its tools. */
  readonly ledger: string;
  readonly leaseSeconds: number;
  /** Whether it takes over only the runs that it is told to; of these, whichever nobody executes. */
  readonly isRestricted?: boolean;
  readonly fate?: Fate;
  /** How long it serves on once it has said that it is not ready. */
  readonly shutdownDelayMs?: number;
}

/** What a process of the fault suite is told while it runs, in JSON, a line each. */
export type FaultOrder =
  | { readonly order: 'take' | 'leave'; readonly runId: string }
  /** Lets the model end what it holds back. */
  | { readonly order: 'let_go' };
