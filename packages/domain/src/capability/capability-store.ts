import type { Principal } from '@shipmate/core';
import type { Capability } from './capability.ts';
import type { SearchTerm } from '../search/to-search-terms.ts';

/** What is stored of the kinds of one cluster. */
export interface CapabilityIndex {
  /** By group, what the kinds of it were made from: they are made again when it changes. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Since it was compared with the cluster, by the database's clock. */
  readonly ageMs: number;
}

/** A kind with a vector of what it is for. */
export interface IndexedCapability {
  readonly capability: Capability;
  /** Null where there is no embedder. */
  readonly vector: Float32Array | null;
}

/** What has changed in a cluster. */
export interface CapabilityChange {
  /** Of all groups that are served now. Groups that are not named any more are forgotten. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** All kinds of the groups that are new or have changed. */
  readonly changed: ReadonlyMap<string, readonly IndexedCapability[]>;
}

/** An index that may be out of date, and for whom the cluster was read last. */
export interface StaleIndex {
  readonly cluster: string;
  readonly principal: Principal;
}

/**
 * The kinds that clusters serve, by organization and by the name of the cluster's context. **Contract.** What another
 * organization knows of a cluster of the same name is absent.
 */
export interface CapabilityStore {
  findIndex(principal: Principal, cluster: string): Promise<CapabilityIndex | undefined>;
  /** Notes that an index was compared with its cluster, and what had changed. To be called in a transaction. */
  save(principal: Principal, cluster: string, change: CapabilityChange): Promise<void>;
  /** Forgets a cluster. */
  remove(principal: Principal, cluster: string): Promise<void>;
  /** The kinds that fit, best first: by words, and by letters where a word is misspelt. */
  search(
    principal: Principal,
    cluster: string,
    query: { readonly terms: readonly SearchTerm[]; readonly limit: number },
  ): Promise<readonly Capability[]>;
  /** The kinds that have a vector, with it. */
  listVectors(
    principal: Principal,
    cluster: string,
  ): Promise<readonly (IndexedCapability & { readonly vector: Float32Array })[]>;
  /** Indexes of all organizations that were not compared with their clusters for so long. */
  listStale(options: { readonly olderThanMs: number; readonly limit: number }): Promise<readonly StaleIndex[]>;
}
