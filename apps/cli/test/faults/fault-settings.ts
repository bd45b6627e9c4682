/** The write of an app, counted from 0, at which it stops doing anything, before or after the write is stored. */
export interface CrashPoint {
  readonly write: number;
  readonly isStored: boolean;
}

/** An app of a process, and its crash point. */
export interface FaultPlan {
  readonly app: 'web' | 'worker';
  readonly crashPoint?: CrashPoint;
}

/** Settings of a process of the fault tests, passed as JSON in its first argument. */
export interface FaultSettings {
  readonly apps: readonly (FaultPlan | FaultPlan['app'])[];
  readonly databaseUrl: string;
  /** Path of the file in which its tools record their calls. */
  readonly ledger: string;
  readonly leaseSeconds: number;
  /** `true` limits its apps to the runs named in `allow` commands; by default they take over any run without an owner. */
  readonly isRestricted?: boolean;
  /** Signal that the process sends itself once all of its apps have reached their crash points; `SIGSTOP` freezes it. Default `SIGKILL`. */
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
  /** Time in ms that a run with a required reader may be without one. Default: that of the apps. */
  readonly readerGraceMs?: number;
  /** Time in ms for which it serves requests after `/readyz` fails. Default 0. */
  readonly shutdownDelayMs?: number;
}

/** A command for a running process of the fault tests, one JSON line each; apps are counted from 0. */
export type FaultCommand =
  | { readonly type: 'allow' | 'forbid'; readonly app: number; readonly runId: string }
  /** An app will not reach its crash point: the process no longer waits for it. */
  | { readonly type: 'skip_crash'; readonly app: number }
  /** Lets the model complete the turns that it holds back. */
  | { readonly type: 'release_model' };
