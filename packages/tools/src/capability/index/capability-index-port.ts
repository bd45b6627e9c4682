import type { Capability } from '@shipmate/domain/capability';
import type { ClusterTarget } from '../../kubernetes/api/kubernetes-port.ts';

/** What somebody looks for. */
export interface CapabilityQuestion {
  readonly query: string;
  /** Best ones that are wanted. */
  readonly limit: number;
}

/** What was found. */
export interface CapabilityFindings {
  /** The context that was searched. */
  readonly context: string;
  /** How old the knowledge of the cluster is. */
  readonly ageMs: number;
  /** What was not as it should be; empty when all was. */
  readonly notes: readonly string[];
  /** Best first. */
  readonly capabilities: readonly Capability[];
}

/** What clusters can do, kept in the database. */
export interface CapabilityIndexPort {
  /**
   * Searches the kinds that a cluster serves. **Contract.** What has changed in the cluster is looked at first, for a few
   * seconds; when that takes longer or fails, the answer is of what is known, and says how old it is.
   */
  search(target: ClusterTarget, question: CapabilityQuestion, signal: AbortSignal): Promise<CapabilityFindings>;
  /** Brings what is known of a cluster up to date. @throws AppError when the cluster cannot be read. */
  refresh(target: ClusterTarget, signal: AbortSignal): Promise<void>;
}
