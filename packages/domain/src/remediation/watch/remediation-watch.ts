import type { ObjectReference } from '../../cluster/object/kube-object.ts';
import type { WatchTimes } from './watch-times.ts';
import type { DesiredState } from './desired-state.ts';
import type { FaultHistory, RestartCounts } from './fault-history.ts';

/** An object that a plan changes, an affected object, or the controller of one of them. */
export interface WatchedObject extends ObjectReference {
  /** Its desired state before the first change; null where nothing of that is known. */
  readonly desired: DesiredState | null;
  /** Whether it existed before the first change and has no controller that would recreate it. */
  readonly existed: boolean;
}

/** A finding of the rules, reduced to its identity and its words. */
export interface WatchedFinding {
  readonly reason: string;
  /** The faulty object, such as `Pod shop/web-1`. */
  readonly object: string;
  /** Its topmost controller, such as `Deployment shop/web`. */
  readonly root: string;
  readonly message: string;
}

/** The state of the cluster before the first change. */
export interface WatchBaseline {
  /** The findings that started the remediation; empty when the rules found none. */
  readonly issue: readonly WatchedFinding[];
  /** Critical findings and warnings of everything in scope, those of `issue` included. */
  readonly findings: readonly Pick<WatchedFinding, 'reason' | 'root'>[];
  /** Objects whose pods restarted within the hour before: that they were healthy at that moment means nothing. */
  readonly unsteady: readonly string[];
  /** The other workloads, claims and services in scope that were healthy, such as `Deployment shop/web`. */
  readonly healthy: readonly string[];
  readonly objects: readonly WatchedObject[];
  readonly history: FaultHistory;
  /** Restarts by `pod UID/container`, as far as there were any. */
  readonly restarts: RestartCounts;
}

/** The persisted state of the watch over a change. All times are ISO 8601. */
export interface RemediationWatch {
  /** The namespaces that the rules look at; null for the whole cluster. */
  readonly namespaces: readonly string[] | null;
  /** Null in a watch that was begun after the change: nothing can be compared then. */
  readonly before: WatchBaseline | null;
  /** When the last change was made; null until then. */
  readonly changedAt: string | null;
  /** Since when nothing has been wrong and no container has restarted; null while something is wrong. */
  readonly stableSince: string | null;
  /** As last observed. */
  readonly restarts: RestartCounts;
  /** As last computed; null before the first look. */
  readonly times: WatchTimes | null;
  /** When the cluster is looked at again. */
  readonly nextCheckAt: string | null;
  /** The latest time at which the outcome is known. */
  readonly until: string | null;
  /** A sentence for a person. */
  readonly waitingFor: string | null;
}
