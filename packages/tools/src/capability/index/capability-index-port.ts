import type { Capability } from '@shipmate/domain/capability';
import type { ClusterTarget } from '../../kubernetes/api/kubernetes-port.ts';

/** A capability search. */
export interface CapabilityQuestion {
  readonly query: string;
  /** The same need in other words; the rankings are merged. At most four are used. */
  readonly phrasings?: readonly string[];
  /** The most results to return. */
  readonly limit: number;
}

/** The result of a capability search. */
export interface CapabilityFindings {
  /** The context that was searched. */
  readonly context: string;
  /** The age of the index. */
  readonly ageMs: number;
  /** Problems of the search; empty when there are none. */
  readonly notes: readonly string[];
  /** Best first. */
  readonly capabilities: readonly Capability[];
}

/** An index of clusters' capabilities in the database. */
export interface CapabilityIndexPort {
  /**
   * Searches the kinds that a cluster serves. **Contract.** The index is refreshed first, for a few seconds; if that
   * takes longer or fails, the answer comes from the existing index and states its age.
   */
  search(target: ClusterTarget, question: CapabilityQuestion, signal: AbortSignal): Promise<CapabilityFindings>;
  /** Refreshes the index of a cluster. @throws AppError when the cluster cannot be read. */
  refresh(target: ClusterTarget, signal: AbortSignal): Promise<void>;
}
