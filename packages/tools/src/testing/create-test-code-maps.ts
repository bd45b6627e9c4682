import { AppError, type Principal } from '@shipmate/core';
import type { CodeMapFile, CodeMapSnapshot, Diagram, DiagramStore } from '@shipmate/domain/code-map';
import type { Repository, RepositoryStore } from '@shipmate/domain/repository';
import type { CodeMapPort, MappedRepository } from '../diagram/code-map-port.ts';

/** Options for {@link createTestCodeMaps}. */
export interface TestCodeMapsOptions {
  readonly repositories: Pick<RepositoryStore, 'get' | 'list'>;
  /** The paths of each repository, with the paths that each imports. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly commit?: string;
}

/** The part of {@link CodeMapPort} that stored diagrams need. */
type TestCodeMaps = Pick<CodeMapPort, 'listRepositories' | 'openSnapshot' | 'listSymbols' | 'diagrams'>;

/** Creates code maps in memory: every repository that the principal sees has the same files. */
export function createTestCodeMaps({ repositories, files, commit = 'c0ffee' }: TestCodeMapsOptions): TestCodeMaps {
  const listed = Object.entries(files).map(([path, imports]) => toFile(path, imports));
  const diagrams = createTestDiagrams(repositories);
  const toMapped = (repository: Repository): MappedRepository => ({
    repository,
    label: { owner: 'local', repo: repository.name },
    map: undefined,
  });

  return {
    diagrams,
    async listRepositories(principal) {
      return (await repositories.list(principal)).map(toMapped);
    },
    async openSnapshot(principal, repositoryId): Promise<CodeMapSnapshot> {
      const { label } = toMapped(await repositories.get(principal, repositoryId));
      return { mapId: repositoryId, repositoryId, label, commit, treeId: 'tree', files: listed, leftOut: [] };
    },
    listSymbols: () => Promise.resolve(new Map()),
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
  return new AppError({ code: 'NOT_FOUND', message: 'The diagram was not found.' });
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
