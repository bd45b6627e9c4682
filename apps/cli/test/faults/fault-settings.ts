/** What an app does at one of its writes, counted from 0: nothing more, before or after the write is stored. */
export interface Fate {
  readonly write: number;
  readonly isStored: boolean;
}

/** An app of a process, and what becomes of it. */
export interface Mortal {
  readonly app: 'web' | 'worker';
  readonly fate?: Fate;
}

/** How a process of the fault suite is to be. It is told in JSON, as its argument. */
export interface FaultSettings {
  readonly apps: readonly (Mortal | Mortal['app'])[];
  readonly databaseUrl: string;
  /** The file of its tools. */
  readonly ledger: string;
  readonly leaseSeconds: number;
  /** Whether its apps take over only the runs that they are told to; of these, whichever nobody executes. */
  readonly isRestricted?: boolean;
  /** What the process does to itself when all of its apps have met their fate; `SIGSTOP` freezes it. Default `SIGKILL`. */
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
  /** How long a run that is to be read may be without a reader. Default: that of the apps. */
  readonly readerGraceMs?: number;
  /** How long it serves on once it has said that it is not ready. */
  readonly shutdownDelayMs?: number;
}

/** What a process of the fault suite is told while it runs, in JSON, a line each; apps are counted from 0. */
export type FaultOrder =
  | { readonly order: 'take' | 'leave'; readonly app: number; readonly runId: string }
  /** An app will not meet its fate: the process waits for it no longer. */
  | { readonly order: 'spare'; readonly app: number }
  /** Lets the model end what it holds back. */
  | { readonly order: 'let_go' };
