import type { Principal } from '@shipmate/core';
import type {
  CodeMap,
  CodeMapSnapshot,
  CodeMapSymbol,
  CodeSearchHit,
  CodeMapStore,
  CodeSearchQuery,
  DiagramStore,
  RepositoryLabel,
} from '@shipmate/domain/code-map';
import type { Repository } from '@shipmate/domain/repository';

/** A repository with its label and its newest map. */
export interface MappedRepository {
  readonly repository: Repository;
  readonly label: RepositoryLabel;
  /** Undefined until it was indexed once. */
  readonly map: CodeMap | undefined;
}

/**
 * The code maps and diagrams of an organization, for the tools of the family `diagram`.
 *
 * **Contract.** As `CodeMapStore` and `DiagramStore`. Snapshots are kept in memory by their map, least recently used first out.
 */
export interface CodeMapPort {
  /**
   * Finds a repository by the owner and name that a model gave.
   *
   * @throws AppError `NOT_FOUND` with the nearest labels, `CONFLICT` when two repositories have this label.
   */
  findRepository(principal: Principal, label: RepositoryLabel): Promise<MappedRepository>;
  listRepositories(principal: Principal): Promise<readonly MappedRepository[]>;
  /** Opens the map of a commit, the newest by default. @throws AppError `NOT_FOUND`, `CONFLICT` when it was not indexed, with the way to do it. */
  openSnapshot(principal: Principal, repositoryId: string, commit?: string): Promise<CodeMapSnapshot>;
  listSymbols(
    principal: Principal,
    mapId: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, readonly CodeMapSymbol[]>>;
  /** The number of results of a search that asks for none. */
  readonly topK: number;
  /** As `CodeMapStore.search`; fused with a ranking by meaning when there is an embedder that answers. */
  search(principal: Principal, query: CodeSearchQuery, signal?: AbortSignal): Promise<readonly CodeSearchHit[]>;
  readonly findDeclarations: CodeMapStore['findDeclarations'];
  /** Reads a text file of a map's commit; content is null with a reason. @throws AppError `NOT_FOUND` */
  readFile(
    principal: Principal,
    file: { readonly mapId: string; readonly path: string },
    signal: AbortSignal,
  ): Promise<{
    readonly size: number;
    readonly content: string | null;
    readonly reason: 'binary' | 'too_large' | null;
  }>;
  readonly diagrams: DiagramStore;
}
