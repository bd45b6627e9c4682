import type { Principal } from '@shipmate/core';

/** An alert that Alertmanager sent. */
export interface ReceivedAlert {
  readonly fingerprint: string;
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly startsAt: string;
}

/** A finding of a cluster, identified by its reason and the object that `kind`, `namespace` and `name` name. */
export interface ClusterFinding {
  readonly severity: string;
  readonly reason: string;
  /** The topmost controller of the faulty object, which stays the same when pods are replaced. */
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** The faulty object when the finding appeared, for example `Pod shop/api-7d4b9`. */
  readonly object: string;
  readonly message: string;
}

/** The findings of one check of a cluster. */
export interface FindingCheck {
  readonly cluster: string;
  readonly findings: readonly ClusterFinding[];
  /** What could not be read. A finding is gone only if everything could be read that could be when it was last seen. */
  readonly gaps: readonly string[];
}

/** A Kubernetes event of a cluster. */
export interface ClusterEvent {
  readonly uid: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** ISO 8601. */
  readonly lastSeenAt: string;
}

/** An entity of clusters that an active rule watches, with the owner of the oldest such rule. */
export interface ClusterWatch {
  readonly entity: string;
  readonly principal: Principal;
}

/** The numbers of changed rows. */
export interface RecordedRows {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/**
 * Store for rows of platform entities. **Contract.** A row and its event are one transaction; what is recorded again without a
 * change has no event. Concurrent records of one organization create each row once.
 */
export interface PlatformStore {
  /** Records alerts of the caller's organization by fingerprint; `resolved` ones that never fired are left out. */
  recordAlerts(principal: Principal, alerts: readonly ReceivedAlert[]): Promise<RecordedRows>;
  /** Compares the findings of a cluster with those of the check before. */
  recordFindings(principal: Principal, check: FindingCheck): Promise<RecordedRows>;
  /** Records Kubernetes events of a cluster by uid. */
  recordClusterEvents(principal: Principal, cluster: string, events: readonly ClusterEvent[]): Promise<RecordedRows>;
  /** Lists the organizations whose active rules watch one of the entities. */
  listWatches(entities: readonly string[]): Promise<readonly ClusterWatch[]>;
  /** Leases a check for that many seconds; false while another process has it. */
  leaseCheck(principal: Principal, check: { readonly name: string; readonly seconds: number }): Promise<boolean>;
  /** Deletes the oldest Kubernetes events of all organizations before that number of days, and returns their number. */
  deleteOldClusterEvents(events: { readonly olderThanDays: number; readonly limit: number }): Promise<number>;
}
