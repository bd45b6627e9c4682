import type { Logger, Principal } from '@shipmate/core';
import type { Remediation, RemediationChange } from '@shipmate/domain/remediation';
import type { ClusterReader } from '@shipmate/tools/kubernetes';
import type { RemediationPorts } from './remediation-ports.ts';

/** Whom a remediation is worked on for. */
export interface RemediationTask {
  readonly remediationId: string;
  readonly principal: Principal;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** How long it stays with this worker when nothing is heard of it. Default 300. */
  readonly leaseSeconds?: number;
}

/** One who works on a remediation, and what for. */
export interface RemediationWork {
  readonly ports: RemediationPorts;
  readonly principal: Principal;
  readonly reader: ClusterReader;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** As it was when the step began. */
  readonly remediation: Remediation;
  /** Notes progress. @throws AppError `CONFLICT` when somebody else works on it */
  readonly advance: (change: RemediationChange) => Promise<Remediation>;
}
