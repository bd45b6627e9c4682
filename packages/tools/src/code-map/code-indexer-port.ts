import type { FileAnalysis, IndexedCode } from '@shipmate/domain/code-map';
import type { RepositoryPlace } from '../git/git-port.ts';

/** Analyses of contents that were read before. */
export interface AnalysisCache {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, FileAnalysis>>;
  save(analyses: readonly FileAnalysis[]): Promise<void>;
}

/** How far an index is. */
export interface IndexProgress {
  readonly phase: 'tree' | 'analysis' | 'imports' | 'history';
  readonly done: number;
  /** Zero while it is unknown. */
  readonly total: number;
}

/** A commit to index. */
export interface IndexRequest {
  /** The bare repository on this machine, which contains the commit. */
  readonly place: RepositoryPlace;
  readonly commit: string;
  readonly analyses: AnalysisCache;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/**
 * Reads the code of a commit: tree, languages, structure, resolved imports, facts and recent changes.
 *
 * **Contract.** Reads objects of git only: nothing is checked out, and nothing of the repository runs. Parsing happens in worker threads
 * with deadlines. The same commit gives the same result. Contents that the cache has are not read again. Files and bytes are
 * bounded; `leftOut` says what is not covered.
 *
 * @example
 * const code = await indexer.index({ place, commit, analyses: cache }, signal);
 */
export interface CodeIndexerPort {
  /** @throws AppError as `GitObjectsPort` does, `PAYLOAD_TOO_LARGE` for more files than are indexed, `ABORTED` once the signal fires. */
  index(request: IndexRequest, signal: AbortSignal): Promise<IndexedCode>;
}
