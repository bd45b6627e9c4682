import type { CrashPoint } from './fault-settings.ts';

/** Settings of a process with the engine of an example, passed as JSON in its first argument. */
export interface EngineSettings {
  readonly databaseUrl: string;
  /** Path of the file with a line for each incident that it opened. */
  readonly ledger: string;
  readonly leaseSeconds: number;
  /** The runs that it executes, each with a crash point of its own. */
  readonly runs: readonly { readonly runId: string; readonly crashPoint?: CrashPoint | undefined }[];
  /** Signal that the process sends itself once all crash points are reached. */
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}
