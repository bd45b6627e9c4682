import type { Logger, Principal } from '@shipmate/core';
import type { Remediation, RemediationChange } from '@shipmate/domain/remediation';
import type { ClusterReader, TaskCaller } from '@shipmate/tools/kubernetes';
import type { RemediationPorts } from './remediation-ports.ts';

/** A remediation to advance and its principal. */
export interface RemediationTask {
  readonly remediationId: string;
  readonly principal: Principal;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Lease duration without a heartbeat, in seconds. Default 300. */
  readonly leaseSeconds?: number;
}

/** The context of one step of a remediation. */
export interface RemediationWork {
  readonly ports: RemediationPorts;
  readonly principal: Principal;
  readonly reader: ClusterReader;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The remediation when the step began. */
  readonly remediation: Remediation;
  /** Stores progress. @throws AppError `CONFLICT` when another worker owns the remediation */
  readonly advance: (change: RemediationChange) => Promise<Remediation>;
}

/** Returns the caller of work on cluster objects. */
export function toTaskCaller({ ports, principal, signal }: RemediationWork): TaskCaller {
  return { compute: ports.compute, principal, signal };
}
