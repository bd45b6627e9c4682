import type { ObjectReference } from '../../cluster/object/kube-object.ts';
import type { WatchTimes } from './watch-times.ts';
import type { DesiredState } from './desired-state.ts';
import type { FaultHistory, RestartCounts } from './fault-history.ts';

/** An object that a plan changes, an affected object, or the controller of one of them. */
export interface WatchedObject extends ObjectReference {
  /** Its desired state before the first change; null if unknown. */
  readonly desired: DesiredState | null;
  /** True if it existed before the first change and has no controller that would recreate it. */
  readonly existed: boolean;
}

/** A finding of the rules, reduced to its identity and its text. */
export interface WatchedFinding {
  readonly reason: string;
  /** The faulty object, for example `Pod shop/web-1`. */
  readonly object: string;
  /** Its topmost controller, for example `Deployment shop/web`. */
  readonly root: string;
  readonly message: string;
}

/** The state of the cluster before the first change. */
export interface WatchBaseline {
  /** The findings that started the remediation; empty when the rules found none. */
  readonly issue: readonly WatchedFinding[];
  /** Critical findings and warnings in scope, including those of `issue`. */
  readonly findings: readonly Pick<WatchedFinding, 'reason' | 'root'>[];
  /** Objects whose pods restarted within the hour before: their health at that moment is no evidence. */
  readonly unsteady: readonly string[];
  /**
   * The other workloads, claims and services in scope that were healthy, for example `Deployment shop/web`.
   */
  readonly healthy: readonly string[];
  readonly objects: readonly WatchedObject[];
  readonly history: FaultHistory;
  /** Restarts by `pod UID/container`; containers without restarts are absent. */
  readonly restarts: RestartCounts;
}

/** The persisted state of the watch over a change. All times are ISO 8601. */
export interface RemediationWatch {
  /** The namespaces that the rules read; null for the whole cluster. */
  readonly namespaces: readonly string[] | null;
  /** Null in a watch that began after the change: no comparison is possible then. */
  readonly before: WatchBaseline | null;
  /** Time of the last change; null until then. */
  readonly changedAt: string | null;
  /** Start of the time without faults and restarts; null while there is a fault. */
  readonly stableSince: string | null;
  /** Restarts as last observed. */
  readonly restarts: RestartCounts;
  /** Times as last computed; null before the first observation. */
  readonly times: WatchTimes | null;
  /** Time of the next observation of the cluster. */
  readonly nextCheckAt: string | null;
  /** The latest time at which the outcome is known. */
  readonly until: string | null;
  /** The condition that the watch waits for, a sentence for a person. */
  readonly waitingFor: string | null;
}
