import type { Principal } from '@shipmate/core';
import type { Capability } from './capability.ts';
import type { SearchTerm } from '../search/to-search-terms.ts';

/** The stored index of a cluster's kinds. */
export interface CapabilityIndex {
  /**
   * By group, a fingerprint of the schemas that its kinds were derived from; a change triggers a new
   * derivation.
   */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Time since the last comparison with the cluster, in milliseconds of the database's clock. */
  readonly ageMs: number;
}

/** A kind with the embedding of its purpose. */
export interface IndexedCapability {
  readonly capability: Capability;
  /** Null without an embedder. */
  readonly vector: Float32Array | null;
}

/** The difference between a cluster and its stored index. */
export interface CapabilityChange {
  /** Fingerprints of all groups that are served now. Other groups are deleted. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** All kinds of the groups that are new or have changed. */
  readonly changed: ReadonlyMap<string, readonly IndexedCapability[]>;
}

/** An index that may be out of date, and the principal for whom the cluster was last read. */
export interface StaleIndex {
  readonly cluster: string;
  readonly principal: Principal;
}

/**
 * Store for the kinds that clusters serve, by organization and context name. **Contract.** The index of
 * another organization for a cluster of the same name is not found.
 */
export interface CapabilityStore {
  findIndex(principal: Principal, cluster: string): Promise<CapabilityIndex | undefined>;
  /** Records a comparison of an index with its cluster, and the changes. Call it in a transaction. */
  save(principal: Principal, cluster: string, change: CapabilityChange): Promise<void>;
  /** Deletes the index of a cluster. */
  remove(principal: Principal, cluster: string): Promise<void>;
  /** Searches for kinds, best match first: by words, and by letters if a word is misspelt. */
  search(
    principal: Principal,
    cluster: string,
    query: { readonly terms: readonly SearchTerm[]; readonly limit: number },
  ): Promise<readonly Capability[]>;
  /** Lists the kinds that have an embedding, with it. */
  listVectors(
    principal: Principal,
    cluster: string,
  ): Promise<readonly (IndexedCapability & { readonly vector: Float32Array })[]>;
  /** Lists indexes of all organizations whose last comparison is older than a limit. */
  listStale(options: { readonly olderThanMs: number; readonly limit: number }): Promise<readonly StaleIndex[]>;
}
