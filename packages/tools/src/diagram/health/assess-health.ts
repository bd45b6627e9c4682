import type { CodeMapFile, CodeMapSnapshot, DiagramEvidence } from '@shipmate/domain/code-map';
import { findGroups } from '../build/code-groups.ts';
import { compareNames } from '../build/compare-names.ts';
import { type ImportLink, indexLinks, type LinkIndex, listImportLinks } from '../build/import-links.ts';
import { baseNameOf } from '../build/path-parts.ts';
import { findCycles, listRunTimeLinks } from './find-cycles.ts';

/** Findings about the imports of a commit, each with the lines that show it. */
export interface CodeHealth {
  /** Files that import each other in a circle when they run; imports of types only do not count. At most 20. */
  readonly cycles: readonly { readonly paths: readonly string[]; readonly evidence: readonly DiagramEvidence[] }[];
  /** The files that most other files import, at most 10. */
  readonly hubs: readonly {
    readonly path: string;
    readonly importers: number;
    readonly imports: number;
    readonly evidence: readonly DiagramEvidence[];
  }[];
  /** Source files that no file imports and that are no entry point, test, configuration or declaration. At most 1,000. */
  readonly unused: readonly { readonly path: string; readonly evidence: readonly DiagramEvidence[] }[];
  readonly unusedCount: number;
  /** Folders or packages with the share of their outgoing dependencies: 0 is stable, 1 unstable. */
  readonly instability: readonly {
    readonly folder: string;
    /** The number of other folders that depend on it. */
    readonly afferent: number;
    /** The number of other folders that it depends on. */
    readonly efferent: number;
    readonly instability: number;
    readonly evidence: readonly DiagramEvidence[];
  }[];
}

const shown = { cycles: 20, hubs: 10, unused: 1_000, evidence: 5 } as const;
const leastImporters = 5;
/** Languages whose files use each other by imports only. */
const importLanguages: ReadonlySet<string> = new Set(['typescript', 'javascript', 'tsx', 'jsx', 'python']);
const notImported =
  /(?:^|\/)(?:tests?|__tests__|specs?|scripts?|examples?|fixtures|__fixtures__|migrations|bin)\/|(?:^|[._-])(?:test|spec|config|conf|stories|setup)\.|(?:^|\/)(?:test_[^/]*|[^/]*_test\.py|conftest\.py|setup\.py|__init__\.py|__main__\.py|\.[^/]*)$|\.d\.[cm]?ts$/u;

/** Assesses the imports of a commit. */
export function assessHealth({ files }: Pick<CodeMapSnapshot, 'files'>): CodeHealth {
  const links = listImportLinks(files);
  const index = indexLinks(links);
  const unused = findUnused(files, index);
  return {
    cycles: describeCycles(files),
    hubs: findHubs(index),
    unused: unused.slice(0, shown.unused),
    unusedCount: unused.length,
    instability: measureInstability(files, links),
  };
}

function describeCycles(files: readonly CodeMapFile[]): CodeHealth['cycles'] {
  const links = listRunTimeLinks(files);
  return findCycles(links)
    .slice(0, shown.cycles)
    .map((paths) => {
      const members = new Set(paths);
      const inside = links.filter(({ from, to }) => members.has(from) && members.has(to));
      return { paths, evidence: toEvidence(inside) };
    });
}

function findHubs({ imports, importers }: LinkIndex): CodeHealth['hubs'] {
  return [...importers]
    .filter(([, all]) => all.length >= leastImporters)
    .toSorted((one, other) => other[1].length - one[1].length || compareNames(one[0], other[0]))
    .slice(0, shown.hubs)
    .map(([path, all]) => ({
      path,
      importers: all.length,
      imports: imports.get(path)?.length ?? 0,
      evidence: toEvidence(all),
    }));
}

function findUnused(files: readonly CodeMapFile[], { importers }: LinkIndex): CodeHealth['unused'] {
  // Without a resolved import of its language, nothing is known of who uses a file.
  const resolved = new Set(
    files.flatMap(({ language, imports }) => (imports.some(({ path }) => path !== null) ? [language] : [])),
  );
  return files
    .filter(
      ({ path, language, analysisKey, facts }) =>
        language !== null &&
        analysisKey !== null &&
        importLanguages.has(language) &&
        resolved.has(language) &&
        !importers.has(path) &&
        !notImported.test(path) &&
        !/^(?:index|main)\./u.test(baseNameOf(path)) &&
        !facts.some(({ kind }) => kind === 'entry_point'),
    )
    .map(({ path }) => ({ path, evidence: [{ path, line: 1 }] }));
}

function measureInstability(files: readonly CodeMapFile[], links: readonly ImportLink[]): CodeHealth['instability'] {
  const groupOf = findGroups(files);
  const crossing = links.flatMap((link) => {
    const [from, to] = [groupOf(link.from) ?? '', groupOf(link.to) ?? ''];
    return from === to ? [] : [{ from, to, link }];
  });
  const leaving = Map.groupBy(crossing, ({ from }) => from);
  const arriving = Map.groupBy(crossing, ({ to }) => to);
  const folders = [...new Set([...leaving.keys(), ...arriving.keys()])].toSorted(compareNames);
  return folders.map((folder) => {
    const outgoing = leaving.get(folder) ?? [];
    const afferent = new Set(arriving.get(folder)?.map(({ from }) => from)).size;
    const efferent = new Set(outgoing.map(({ to }) => to)).size;
    const instability = Math.round((efferent / (afferent + efferent)) * 100) / 100;
    return { folder, afferent, efferent, instability, evidence: toEvidence(outgoing.map(({ link }) => link)) };
  });
}

function toEvidence(links: readonly ImportLink[]): readonly DiagramEvidence[] {
  return links.slice(0, shown.evidence).map(({ evidence }) => evidence);
}
