import type { Principal } from '@shipmate/core';
import type { RunStatus } from '../run/run.ts';

/** Steps of an index, in order. */
export const codeIndexPhases = ['fetch', 'tree', 'analysis', 'imports', 'history', 'vectors', 'save'] as const;
export type CodeIndexPhase = (typeof codeIndexPhases)[number];

/** Descriptions of the phases for people. */
export const codeIndexPhaseWords: Readonly<Record<CodeIndexPhase, string>> = {
  fetch: 'Fetching the repository',
  tree: 'Listing files',
  analysis: 'Analyzing files',
  imports: 'Resolving imports',
  history: 'Counting recent changes',
  vectors: 'Computing search vectors',
  save: 'Saving the map',
};

/** How far an index is. */
export interface CodeIndexProgress {
  readonly phase: CodeIndexPhase;
  readonly done: number;
  /** Zero while it is unknown. */
  readonly total: number;
}

/** The branch or commit of a repository to index; both are null for the default branch. */
export interface CodeIndexTarget {
  readonly branch: string | null;
  readonly commit: string | null;
}

/** An index of a repository's code: a run, which stores a map. */
export interface CodeIndex extends CodeIndexTarget {
  /** The id of its run. */
  readonly id: string;
  readonly repositoryId: string;
  readonly status: RunStatus;
  /** Null until it begins. */
  readonly progress: CodeIndexProgress | null;
  /** Null unless it failed. */
  readonly errorMessage: string | null;
  readonly createdAt: Date;
}

/** Store for indexes. **Contract.** As `CodeMapStore`. */
export interface CodeIndexStore {
  /** Stores the index of a run. Call it in a transaction. */
  create(principal: Principal, index: CodeIndexTarget & Pick<CodeIndex, 'id' | 'repositoryId'>): Promise<CodeIndex>;
  get(principal: Principal, indexId: string): Promise<CodeIndex>;
  /**
   * Returns the index of a target that has not ended. Locks the repository until the transaction ends, so that concurrent requests do
   * not begin the same index.
   */
  findActive(principal: Principal, repositoryId: string, target: CodeIndexTarget): Promise<CodeIndex | undefined>;
  /** Returns the newest index of a repository. */
  findNewest(principal: Principal, repositoryId: string): Promise<CodeIndex | undefined>;
  saveProgress(principal: Principal, indexId: string, progress: CodeIndexProgress): Promise<void>;
}
