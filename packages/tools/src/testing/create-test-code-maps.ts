import { AppError, type Principal } from '@shipmate/core';
import type {
  CodeMapFile,
  CodeMapSnapshot,
  CodeSearchHit,
  CodeSearchQuery,
  Diagram,
  DiagramStore,
} from '@shipmate/domain/code-map';
import type { Repository, RepositoryStore } from '@shipmate/domain/repository';
import type { CodeMapPort, MappedRepository } from '../diagram/code-map-port.ts';

/** Options for {@link createTestCodeMaps}. */
export interface TestCodeMapsOptions {
  readonly repositories: Pick<RepositoryStore, 'get' | 'list'>;
  /** The paths of each repository, with the paths that each imports. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly commit?: string;
}

/** A {@link CodeMapPort} in memory: every repository that the principal sees has the same files. */
export function createTestCodeMaps({ repositories, files, commit = 'c0ffee' }: TestCodeMapsOptions): CodeMapPort {
  const listed = Object.entries(files).map(([path, imports]) => toFile(path, imports));
  const diagrams = createTestDiagrams(repositories);
  const toMapped = (repository: Repository): MappedRepository => ({
    repository,
    label: { owner: 'local', repo: repository.name },
    map: {
      id: repository.id,
      repositoryId: repository.id,
      commit,
      treeId: 'tree',
      branch: 'main',
      fileCount: listed.length,
      size: listed.reduce((total, { size }) => total + size, 0),
      languages: [],
      leftOut: [],
      createdAt: new Date(0),
    },
  });

  return {
    diagrams,
    async listRepositories(principal) {
      return (await repositories.list(principal)).map(toMapped);
    },
    async findRepository(principal, { repo }) {
      const found = (await repositories.list(principal)).find(({ name }) => name === repo);
      if (found) return toMapped(found);
      throw notFound();
    },
    async openSnapshot(principal, repositoryId): Promise<CodeMapSnapshot> {
      const { label, map } = toMapped(await repositories.get(principal, repositoryId));
      const { id: mapId = '' } = map ?? {};
      return { mapId, repositoryId, label, commit, treeId: 'tree', files: listed, leftOut: [] };
    },
    listSymbols: () => Promise.resolve(new Map()),
    async search(principal, { mapId, text, limit }: CodeSearchQuery) {
      await repositories.get(principal, mapId);
      const found = listed.filter(({ path }) => path.includes(text)).slice(0, limit);
      return found.map(({ path }): CodeSearchHit => ({ path, symbol: null, score: 1 }));
    },
    async readFile(principal, mapId, path) {
      await repositories.get(principal, mapId);
      if (files[path] === undefined) throw notFound();
      return { size: 0, content: '', reason: null };
    },
  };
}

function toFile(path: string, imports: readonly string[]): CodeMapFile {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return {
    path,
    size: 400 + 90 * path.length,
    blobId: path,
    language: { ts: 'typescript', py: 'python', go: 'go', md: 'markdown', yaml: 'yaml' }[extension] ?? null,
    lines: 20,
    recentChanges: path.length % 7,
    analysisKey: null,
    imports: imports.map((target, index) => ({
      module: target,
      kind: 'static',
      typeOnly: false,
      line: index + 1,
      path: target,
      external: null,
    })),
    facts: [],
  };
}

function notFound(): AppError {
  return new AppError({ code: 'NOT_FOUND', message: 'The diagram, file or repository was not found.' });
}

function createTestDiagrams(repositories: TestCodeMapsOptions['repositories']): DiagramStore {
  const stored = new Map<string, Diagram>();
  async function get(principal: Principal, diagramId: string): Promise<Diagram> {
    const diagram = stored.get(diagramId);
    const seen = await repositories.list(principal);
    if (diagram && seen.some(({ id }) => id === diagram.repositoryId)) return diagram;
    throw notFound();
  }
  const isTaken = (repositoryId: string, name: string): boolean =>
    [...stored.values()].some((diagram) => diagram.repositoryId === repositoryId && diagram.name === name);

  return {
    get,
    async create(principal, { name, ...rest }) {
      await repositories.get(principal, rest.repositoryId);
      const names = [name, ...Array.from({ length: 200 }, (_, index) => `${name} ${index + 2}`)];
      const free = names.find((each) => !isTaken(rest.repositoryId, each)) ?? name;
      const now = new Date();
      const diagram = { ...rest, name: free, positions: {}, createdByUserId: principal.userId };
      stored.set(rest.id, { ...diagram, createdAt: now, updatedAt: now });
      return get(principal, rest.id);
    },
    async list(principal, repositoryId) {
      await repositories.get(principal, repositoryId);
      const own = [...stored.values()].filter((diagram) => diagram.repositoryId === repositoryId);
      return own.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async change(principal, diagramId, change) {
      const diagram = await get(principal, diagramId);
      const { name = diagram.name } = change;
      if (name !== diagram.name && isTaken(diagram.repositoryId, name)) {
        throw new AppError({ code: 'CONFLICT', message: `A diagram is already named "${name}".` });
      }
      const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      stored.set(diagramId, { ...diagram, ...present, updatedAt: new Date() });
      return get(principal, diagramId);
    },
    async remove(principal, diagramId) {
      await get(principal, diagramId);
      stored.delete(diagramId);
    },
  };
}
