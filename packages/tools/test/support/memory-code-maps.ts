import { AppError, type Principal } from '@shipmate/core';
import type { CodeMap, CodeMapSnapshot, CodeMapSymbol, Diagram } from '@shipmate/domain/code-map';
import type { Repository } from '@shipmate/domain/repository';
import type { CodeMapPort } from '../../src/diagram/code-map-port.ts';

/** Options for {@link createMemoryCodeMaps}. */
export interface MemoryCodeMapsOptions {
  readonly organizationId: string;
  /** Newest first. */
  readonly snapshots: readonly CodeMapSnapshot[];
  readonly symbols?: ReadonlyMap<string, readonly CodeMapSymbol[]>;
  /** Texts of files; a file without text is binary. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Code maps and diagrams of one organization in memory, by the contract of their port. */
export function createMemoryCodeMaps({
  organizationId,
  snapshots,
  symbols = new Map(),
  texts = {},
}: MemoryCodeMapsOptions): CodeMapPort {
  const diagrams = new Map<string, Diagram>();
  const [newest] = snapshots;
  if (!newest) throw new Error('A snapshot is needed.');
  const notFound = (name: string) => new AppError({ code: 'NOT_FOUND', message: `${name} not found.` });
  const require = (principal: Principal, name: string): void => {
    if (principal.organizationId !== organizationId) throw notFound(name);
  };
  const map: CodeMap = {
    id: newest.mapId,
    repositoryId: newest.repositoryId,
    commit: newest.commit,
    treeId: newest.treeId,
    branch: 'main',
    fileCount: newest.files.length,
    size: newest.files.reduce((sum, { size }) => sum + size, 0),
    languages: [{ language: 'typescript', files: newest.files.length, size: 1 }],
    leftOut: [],
    createdAt: new Date(0),
  };
  const mapped = { repository: { id: newest.repositoryId } as Repository, label: newest.label, map };
  return {
    topK: 8,
    async findRepository(principal, { owner, repo }) {
      require(principal, 'Repository');
      if (owner !== newest.label.owner || repo !== newest.label.repo) throw notFound(`Repository "${owner}/${repo}"`);
      return mapped;
    },
    listRepositories: async (principal) => (principal.organizationId === organizationId ? [mapped] : []),
    async openSnapshot(principal, repositoryId, commit = newest.commit) {
      require(principal, 'Repository');
      const found = snapshots.find((each) => each.repositoryId === repositoryId && each.commit === commit);
      if (found) return found;
      throw new AppError({ code: 'CONFLICT', message: `Commit ${commit} is not indexed.` });
    },
    listSymbols: async (_, __, paths) => new Map([...symbols].filter(([path]) => paths.includes(path))),
    async search(principal, { text, limit }) {
      require(principal, 'Map');
      const words = text.toLowerCase().split(/\W+/u);
      return newest.files
        .filter(({ path }) => words.some((word) => word.length > 2 && path.toLowerCase().includes(word)))
        .slice(0, limit)
        .map(({ path }) => ({ path, symbol: symbols.get(path)?.[0] ?? null, score: 1 }));
    },
    findDeclarations: async (principal, names) =>
      (principal.organizationId === organizationId ? newest.files : []).flatMap(({ path, facts }) =>
        facts.flatMap(({ kind, name, line }) => {
          const isChart = kind === 'chart' && name === names.chart;
          if (!isChart && !(kind === 'kubernetes_object' && name === names.object)) return [];
          const beside = path.slice(0, path.lastIndexOf('/') + 1);
          const valuesPaths = newest.files.flatMap((file) => (file.path === `${beside}values.yaml` ? [file.path] : []));
          const { repositoryId, label, commit } = newest;
          return [{ repositoryId, label, commit, kind, path, line, valuesPaths: isChart ? valuesPaths : [] }];
        }),
      ),
    async readFile(principal, { path }) {
      require(principal, 'File');
      const content = texts[path] ?? null;
      return { size: content?.length ?? 9_000_000, content, reason: content === null ? 'binary' : null };
    },
    diagrams: {
      async create(principal, diagram) {
        const taken = new Set([...diagrams.values()].map(({ name }) => name));
        let name = diagram.name;
        for (let next = 2; taken.has(name); next += 1) name = `${diagram.name} ${next}`;
        const at = new Date(0);
        const stored = {
          ...diagram,
          name,
          positions: {},
          createdByUserId: principal.userId,
          createdAt: at,
          updatedAt: at,
        };
        diagrams.set(diagram.id, stored);
        return stored;
      },
      async get(principal, id) {
        require(principal, 'Diagram');
        const found = diagrams.get(id);
        if (!found) throw notFound('Diagram');
        return found;
      },
      list: async (principal) => (principal.organizationId === organizationId ? [...diagrams.values()] : []),
      async change(principal, id, change) {
        const changed = { ...(await this.get(principal, id)), ...change };
        diagrams.set(id, changed);
        return changed;
      },
      async remove(_, id) {
        diagrams.delete(id);
      },
    },
  };
}
