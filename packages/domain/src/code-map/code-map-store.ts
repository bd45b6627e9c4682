import type { Principal } from '@shipmate/core';
import type {
  CodeMap,
  CodeMapSnapshot,
  CodeMapSymbol,
  FileAnalysis,
  IndexedCode,
  RepositoryLabel,
} from './code-map.ts';

/** A commit that was indexed, to be stored. */
export interface NewCodeMap {
  readonly id: string;
  readonly repositoryId: string;
  readonly branch: string | null;
  readonly code: IndexedCode;
}

/** A search in a code map. */
export interface CodeSearchQuery {
  readonly mapId: string;
  readonly text: string;
  /** At most 50. */
  readonly limit: number;
  /** Path patterns, anchored at the top of the repository. */
  readonly paths?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
}

/** A file or a symbol that a search found, best first. */
export interface CodeSearchHit {
  readonly path: string;
  /** The symbol; null for the file as a whole. */
  readonly symbol: CodeMapSymbol | null;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

/** Names by which repositories declare an object of a cluster. */
export interface DeclaredNames {
  /** The name of its chart; undefined if it is not known. */
  readonly chart: string | undefined;
  /** Its kind and name, such as `Deployment/checkout`. */
  readonly object: string;
}

/** A place in a repository that declares a chart or an object. */
export interface Declaration {
  readonly repositoryId: string;
  readonly label: RepositoryLabel;
  readonly commit: string;
  readonly kind: 'chart' | 'kubernetes_object';
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Paths of the files of values beside a chart, sorted. */
  readonly valuesPaths: readonly string[];
}

/** The vector of a file's symbol card. */
export interface CodeVector {
  readonly path: string;
  readonly vector: Float32Array;
}

/**
 * Store for code maps.
 *
 * **Contract.** Members of the organization see the maps of its repositories; any other is `NOT_FOUND`, and all of them are to a
 * credential for one workspace. A repository has one map for a commit and keeps its newest ten.
 */
export interface CodeMapStore {
  /** Stores the map of a commit in place of an older map of this commit. Call it in a transaction. */
  save(principal: Principal, map: NewCodeMap): Promise<CodeMap>;
  /** Lists maps, newest first. */
  list(principal: Principal, repositoryId: string): Promise<readonly CodeMap[]>;
  /** Returns the map of a commit, or else the newest; undefined if there is none. */
  find(principal: Principal, repositoryId: string, commit?: string): Promise<CodeMap | undefined>;
  /** @throws AppError `NOT_FOUND` */
  get(principal: Principal, mapId: string): Promise<CodeMap>;
  /** Reads all files of a map with their imports and facts. @throws AppError `NOT_FOUND` */
  readSnapshot(principal: Principal, mapId: string): Promise<CodeMapSnapshot>;
  /** Reads the symbols of files, by path. A file without symbols is absent. */
  listSymbols(
    principal: Principal,
    mapId: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, readonly CodeMapSymbol[]>>;
  /** Finds files and symbols by words of their names, paths, comments and strings. */
  search(principal: Principal, query: CodeSearchQuery): Promise<readonly CodeSearchHit[]>;
  /** Finds declarations in the newest map of each repository, charts first: at most 10. */
  findDeclarations(principal: Principal, names: DeclaredNames): Promise<readonly Declaration[]>;
  /** Returns the analyses that the organization has stored, by key. */
  findAnalyses(principal: Principal, keys: readonly string[]): Promise<ReadonlyMap<string, FileAnalysis>>;
  /** Stores analyses; one that exists stays. */
  saveAnalyses(principal: Principal, analyses: readonly FileAnalysis[]): Promise<void>;
  /** Returns the keys of stored analyses that have no vector of an embedder yet. */
  listKeysWithoutVector(principal: Principal, embedder: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores vectors of analyses by key; one whose analysis is gone is dropped. */
  saveVectors(principal: Principal, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Reads the vectors of a map's files, by the order of their paths: at most `limit` files after the given path. */
  listVectors(
    principal: Principal,
    mapId: string,
    page: { readonly embedder: string; readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly CodeVector[]>;
}
