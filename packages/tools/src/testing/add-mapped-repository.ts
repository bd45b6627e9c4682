import { pathToFileURL } from 'node:url';
import type { Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { CodeMap, CodeMapStore } from '@shipmate/domain/code-map';
import type { Repository, RepositoryStore } from '@shipmate/domain/repository';
import { toRepositoryFolder } from '../git/to-repository-folder.ts';
import type { ToolPorts } from '../tool-ports.ts';

/** The stores of a repository and its map. */
interface MapStorage {
  readonly stores: { readonly repositories: RepositoryStore; readonly codeMaps: CodeMapStore };
  transaction<Result>(work: (stores: { readonly codeMaps: CodeMapStore }) => Promise<Result>): Promise<Result>;
}

/** Resources for {@link addMappedRepository}. */
interface MapResources {
  readonly unitOfWork: MapStorage;
  readonly ports: Pick<ToolPorts, 'workTrees' | 'codeIndexer'>;
  /** The folder of clones, which the tools read. */
  readonly root: string;
  /** The git repository of the person. */
  readonly source: string;
}

/** A repository with the map of its newest commit. */
export interface MappedTestRepository {
  readonly repository: Repository;
  readonly map: CodeMap;
  /** Indexes a commit after it was fetched. */
  readonly index: (commit: string) => Promise<CodeMap>;
}

/** Adds a git repository to a tenant and stores the map of a commit, with the indexer of the product. */
export async function addMappedRepository(
  { unitOfWork, ports, root, source }: MapResources,
  principal: Principal,
  { name, commit }: { readonly name: string; readonly commit: string },
): Promise<MappedTestRepository> {
  const { stores } = unitOfWork;
  const { signal } = new AbortController();
  const { organizationId } = principal;
  const local = { remoteUrl: null, localPath: source, projectId: null, defaultBranch: 'main' };
  const repository = await stores.repositories.add(principal, { ...local, id: newId(), name });
  const place = { organizationId, cache: toRepositoryFolder(root, organizationId, repository.id) };
  const analyses = {
    find: (keys: readonly string[]) => stores.codeMaps.findAnalyses(principal, keys),
    save: (found: Parameters<typeof stores.codeMaps.saveAnalyses>[1]) => stores.codeMaps.saveAnalyses(principal, found),
  };
  async function index(wanted: string): Promise<CodeMap> {
    await ports.workTrees.updateCache({ ...place, remote: pathToFileURL(source).href, allowFile: true }, signal);
    const code = await ports.codeIndexer.index({ place, commit: wanted, analyses }, signal);
    return unitOfWork.transaction(({ codeMaps }) =>
      codeMaps.save(principal, { id: newId(), repositoryId: repository.id, branch: 'main', code }),
    );
  }
  return { repository, map: await index(commit), index };
}
