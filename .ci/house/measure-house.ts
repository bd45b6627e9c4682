import { existsSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import type { SourceFile } from './read-source-files.ts';

/** Measures of the source files. Shares are percentages with one decimal. */
export interface HouseFigures {
  /** Files that a registry lists by design; not measured. */
  readonly registryEntries: number;
  /** Share of files that exactly one other file imports. */
  readonly filesWithOneImporter: number;
  /** Files of 20 lines or fewer that exactly one file imports and that have no test of their own. */
  readonly smallFilesWithOneImporter: number;
  /** Share of docstrings that begin with "What", "Who" or "Whether" or a form of them. */
  readonly docstringsWithoutNoun: number;
  /** Pairs of folders of one package that import each other, neither inside the other, as `a <> b`. */
  readonly foldersInBothDirections: readonly string[];
}

/**
 * Measures source files. Index files are not measured; a file that imports a name through one counts as an importer of
 * the file that declares the name. `registries` are patterns of files that a list names one by one, so that one importer
 * is by design.
 */
export function measureHouse(files: readonly SourceFile[], registries: readonly string[]): HouseFigures {
  const importers = countImporters(files);
  const isListed = (path: string): boolean => registries.some((pattern) => matchesGlob(path, pattern));
  const measured = files.filter(({ path }) => !path.endsWith('/index.ts') && !isListed(path));
  const single = measured.filter(({ path }) => importers.get(path) === 1);
  const docstrings = files.flatMap((file) => file.docstrings);
  const nounless = docstrings.filter((text) => /^(?:What|Who|Whose|Whom|Whether)\b/u.test(text));
  return {
    registryEntries: files.filter(({ path }) => isListed(path)).length,
    filesWithOneImporter: share(single.length, measured.length),
    smallFilesWithOneImporter: single.filter(({ path, lines }) => lines <= 20 && !hasTest(path)).length,
    docstringsWithoutNoun: share(nounless.length, docstrings.length),
    foldersInBothDirections: findFoldersInBothDirections(files),
  };
}

function countImporters(files: readonly SourceFile[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const target of files.flatMap(({ imports, origins }) => [...new Set([...imports, ...origins])]))
    count.set(target, (count.get(target) ?? 0) + 1);
  return count;
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 1000) / 10;
}

function hasTest(path: string): boolean {
  return existsSync(path.replace(/(?=\.tsx?$)/u, '.test'));
}

function findFoldersInBothDirections(files: readonly SourceFile[]): string[] {
  const arrows = new Set<string>();
  for (const { path, imports } of files) {
    const from = dirname(path);
    for (const to of imports.map((target) => dirname(target))) {
      if (samePackage(from, to) && !isWithin(from, to) && !isWithin(to, from)) arrows.add(`${from} <> ${to}`);
    }
  }
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' <> ');
      return from < to && arrows.has(`${to} <> ${from}`);
    })
    .sort();
}

function samePackage(one: string, other: string): boolean {
  return one.split('/').slice(0, 2).join('/') === other.split('/').slice(0, 2).join('/');
}

function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}
