import { AppError, type Embedder, type Principal } from '@shipmate/core';
import { type CodeMapSnapshot, type RepositoryLabel, toRepositoryLabel } from '@shipmate/domain/code-map';
import type { Repository } from '@shipmate/domain/repository';
import { nearestNames } from '@shipmate/domain/search';
import type { ToolStorage } from '@shipmate/domain/tool-storage';
import type { GitObjectsPort } from '../git/git-port.ts';
import { toRepositoryFolder } from '../git/to-repository-folder.ts';
import type { CodeMapPort, MappedRepository } from './code-map-port.ts';
import { z } from 'zod';
import { searchCode } from './search-code.ts';
import { createMapCache, sizeOfSnapshot, sizeOfVectors, type VectorTable } from './snapshot-cache.ts';

/** The environment variables of code maps. */
export const codeMapEnvironmentSchema = z.object({
  /** The number of results of a search in code that asks for none. Default 8. */
  RETRIEVE_TOP_K: z.coerce.number().int().min(1).max(50).optional(),
});

/** Options for {@link createCodeMaps}. */
export interface CodeMapsOptions {
  readonly storage: Pick<ToolStorage, 'codeMaps' | 'diagrams'>;
  readonly objects: Pick<GitObjectsPort, 'readFile'>;
  /** The folder of clones; without it, files are not read. */
  readonly root: string | undefined;
  /** Without it, code is searched by words only. */
  readonly embedder?: Embedder | undefined;
  /** The number of results of a search that asks for none. Default 8. */
  readonly topK?: number | undefined;
  /** Memory of snapshots and of vectors, each. Default 200 MB. */
  readonly maxBytes?: number;
}

const neverAborted = new AbortController().signal;

/** Creates the code maps of a process: stored maps, kept in memory by their use, and the files of their commits. */
export function createCodeMaps(options: CodeMapsOptions): CodeMapPort {
  const { storage, objects, root, embedder, topK = 8, maxBytes = 200_000_000 } = options;
  const { codeMaps: maps, diagrams } = storage;
  const snapshots = createMapCache<CodeMapSnapshot>(maxBytes, sizeOfSnapshot);
  const vectors = embedder && { embedder, cache: createMapCache<VectorTable>(maxBytes, sizeOfVectors) };

  async function toMapped(principal: Principal, repository: Repository): Promise<MappedRepository> {
    const map = await maps.find(principal, repository.id);
    return { repository, label: toRepositoryLabel(repository), map };
  }

  return {
    topK,

    async findRepository(principal, label) {
      const repositories = await maps.listRepositories(principal);
      const found = repositories.filter((repository) => isSame(toRepositoryLabel(repository), label));
      const [first] = found;
      if (first === undefined) throw unknownRepository(label, repositories);
      if (found.length === 1) return toMapped(principal, first);
      const names = found.map(({ name }) => `"${name}"`).join(', ');
      throw new AppError({
        code: 'CONFLICT',
        message: `Several repositories are ${toText(label)}: ${names}. Remove all but one, or let one have another address.`,
      });
    },

    listRepositories: async (principal) =>
      Promise.all((await maps.listRepositories(principal)).map((repository) => toMapped(principal, repository))),

    async openSnapshot(principal, repositoryId, commit) {
      const map = await maps.find(principal, repositoryId, commit);
      if (map === undefined) {
        const message =
          'The repository has no code map yet. Index it on its page, and wait until the index is completed.';
        throw new AppError({ code: 'CONFLICT', message });
      }
      if (commit !== undefined && map.commit !== commit) {
        const message = `Commit "${commit}" is not indexed. Index it on the page of the repository's map; a map exists of ${map.commit}.`;
        throw new AppError({ code: 'CONFLICT', message });
      }
      return snapshots.get(map.id, () => maps.readSnapshot(principal, map.id));
    },

    listSymbols: (principal, mapId, paths) => maps.listSymbols(principal, mapId, paths),

    async search(principal, query, signal = neverAborted) {
      await maps.get(principal, query.mapId);
      return searchCode({ maps, vectors }, { principal, query }, signal);
    },

    findDeclarations: (principal, names) => maps.findDeclarations(principal, names),

    async readFile(principal, { mapId, path }, signal) {
      const { repositoryId, commit } = await maps.get(principal, mapId);
      if (root === undefined) {
        const message = 'Files of repositories are not available here. Set REPOSITORY_FOLDER, and restart.';
        throw new AppError({ code: 'UNAVAILABLE', message });
      }
      const { organizationId } = principal;
      const place = { organizationId, cache: toRepositoryFolder(root, organizationId, repositoryId) };
      return objects.readFile(place, { commit, path }, signal);
    },

    diagrams,
  };
}

/** Owners and names of git hosts have no case. */
function isSame(one: RepositoryLabel, other: RepositoryLabel): boolean {
  return toText(one).toLowerCase() === toText(other).toLowerCase();
}

function toText({ owner, repo }: RepositoryLabel): string {
  return `${owner}/${repo}`;
}

function unknownRepository(label: RepositoryLabel, repositories: readonly Repository[]): AppError {
  const labels = repositories.map((repository) => toText(toRepositoryLabel(repository)));
  const near = nearestNames(toText(label), labels);
  const others = near.length > 0 ? near : labels.slice(0, 3);
  const hint = others.length > 0 ? `Use ${others.join(' or ')}.` : 'Add it on the page Repositories.';
  return new AppError({
    code: 'NOT_FOUND',
    message: `There is no repository "${toText(label).slice(0, 200)}". ${hint}`,
  });
}
