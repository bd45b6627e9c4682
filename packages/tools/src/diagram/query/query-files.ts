import { AppError } from '@shipmate/core';
import type { CodeMapFile, DiagramFilters } from '@shipmate/domain/code-map';
import { compareNames } from '../build/compare-names.ts';
import { compilePatterns, type PathMatcher } from '../build/path-matcher.ts';
import { depthOf, folderOf } from '../build/path-parts.ts';
import { selectFiles, toLanguage } from '../build/select-files.ts';

/** A query of files. */
export interface FileQuery {
  /** `lang:ts size:>10k depth:<3 path:src/**` and words of the path, in any order. */
  readonly query: string;
  readonly filters?: DiagramFilters | undefined;
  /** Paths that a search found for the words, best first. They match as well as paths that contain all words. */
  readonly found: readonly string[];
  readonly limit: number;
}

/** A file that matches. */
export type MatchedFile = Pick<CodeMapFile, 'path' | 'size' | 'language' | 'lines' | 'recentChanges'>;

/** Files that match a query. */
export interface FileQueryResult {
  /** At most as many as the limit: in the order of the search, then by path. */
  readonly matches: readonly MatchedFile[];
  readonly files: number;
  /** In bytes. */
  readonly size: number;
  /** By number of files, at most ten. */
  readonly languages: readonly { readonly language: string; readonly files: number }[];
  /** The folders with the most matches, at most ten. */
  readonly folders: readonly { readonly path: string; readonly files: number }[];
}

interface ParsedQuery {
  readonly tests: readonly ((file: CodeMapFile) => boolean)[];
  readonly words: readonly string[];
}

/** Returns the words of a query, without its conditions. */
export function readQueryWords(query: string): readonly string[] {
  return query.split(/\s+/u).filter((term) => term !== '' && !/^(?:lang|size|depth|path):/iu.test(term));
}

/** Finds files by a query. @throws AppError `VALIDATION_ERROR` for a condition that cannot be read */
export function queryFiles(
  files: readonly CodeMapFile[],
  { query, filters = {}, found, limit }: FileQuery,
): FileQueryResult {
  const { tests, words } = parseQuery(query);
  const rank = new Map(found.map((path, index) => [path, index]));
  const { minDepth = 0, maxDepth = Number.POSITIVE_INFINITY } = filters;
  const matches = selectFiles(files, filters)
    .filter((file) => {
      const depth = depthOf(file.path);
      if (depth < minDepth || depth > maxDepth || !tests.every((test) => test(file))) return false;
      if (words.length === 0 || rank.has(file.path)) return true;
      const path = file.path.toLowerCase();
      return words.every((word) => path.includes(word));
    })
    .toSorted(
      (one, other) =>
        (rank.get(one.path) ?? found.length) - (rank.get(other.path) ?? found.length) ||
        compareNames(one.path, other.path),
    );
  return {
    matches: matches
      .slice(0, limit)
      .map(({ path, size, language, lines, recentChanges }) => ({ path, size, language, lines, recentChanges })),
    files: matches.length,
    size: matches.reduce((sum, { size }) => sum + size, 0),
    languages: countBy(matches, ({ language }) => language ?? 'unknown').map(([language, count]) => ({
      language,
      files: count,
    })),
    folders: countBy(matches, ({ path }) => folderOf(path)).map(([path, count]) => ({ path, files: count })),
  };
}

function countBy(
  files: readonly CodeMapFile[],
  keyOf: (file: CodeMapFile) => string,
): readonly (readonly [string, number])[] {
  return [...Map.groupBy(files, keyOf)]
    .map(([key, all]) => [key, all.length] as const)
    .toSorted((one, other) => other[1] - one[1] || compareNames(one[0], other[0]))
    .slice(0, 10);
}

function parseQuery(query: string): ParsedQuery {
  const conditions = query.split(/\s+/u).flatMap((term) => {
    const [, key = '', value = ''] = /^(lang|size|depth|path):(.*)$/iu.exec(term) ?? [];
    return key === '' ? [] : [toTest(key.toLowerCase(), value)];
  });
  return { tests: conditions, words: readQueryWords(query).map((word) => word.toLowerCase()) };
}

function toTest(key: string, value: string): (file: CodeMapFile) => boolean {
  if (value === '') throw refuse(key, value);
  if (key === 'lang') {
    const languages = new Set(value.split(',').map(toLanguage));
    return ({ language }) => language !== null && languages.has(language.toLowerCase());
  }
  if (key === 'path') {
    const matches: PathMatcher = compilePatterns([value], 'query');
    return ({ path }) => matches(path);
  }
  const isWithin = toComparison(key, value);
  return key === 'size' ? ({ size }) => isWithin(size) : ({ path }) => isWithin(depthOf(path));
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_048_576 };

function toComparison(key: string, value: string): (size: number) => boolean {
  const [, operator = '', digits = '', unit = ''] = /^(>=|<=|>|<|=)?(\d{1,12})([km]?)b?$/iu.exec(value) ?? [];
  if (digits === '') throw refuse(key, value);
  const bound = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  switch (operator) {
    case '>':
      return (size) => size > bound;
    case '>=':
      return (size) => size >= bound;
    case '<':
      return (size) => size < bound;
    case '<=':
      return (size) => size <= bound;
    default:
      return (size) => size === bound;
  }
}

function refuse(key: string, value: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `"query" has the condition "${key}:${value}", which cannot be read. Use lang:ts, size:>10k, depth:<3 or path:src/**.`,
    details: { field: 'query' },
  });
}
