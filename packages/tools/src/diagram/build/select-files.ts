import type { CodeMapFile, DiagramFilters } from '@shipmate/domain/code-map';
import { compilePatterns } from './path-matcher.ts';

/**
 * Returns the files that filters select: those that match `pathPatterns` and have one of the languages, without `excludePaths`. Depths fold
 * files and exclude none.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that is too long.
 */
export function selectFiles(
  files: readonly CodeMapFile[],
  { pathPatterns = [], excludePaths = [], languages = [] }: DiagramFilters = {},
): readonly CodeMapFile[] {
  const isIncluded = pathPatterns.length === 0 ? () => true : compilePatterns(pathPatterns, 'filters.pathPatterns');
  const isExcluded = compilePatterns(excludePaths, 'filters.excludePaths');
  const wanted = new Set(languages.map(toLanguage));
  return files.filter(
    ({ path, language }) =>
      (wanted.size === 0 || (language !== null && wanted.has(language.toLowerCase()))) &&
      isIncluded(path) &&
      !isExcluded(path),
  );
}

const shortNames: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'javascript',
  py: 'python',
  rs: 'rust',
  rb: 'ruby',
  golang: 'go',
  md: 'markdown',
  yml: 'yaml',
  sh: 'shell',
  kt: 'kotlin',
};

/** Returns the name of a language as maps have it: `ts` is `typescript`. */
export function toLanguage(written: string): string {
  const name = written.trim().toLowerCase();
  return Object.hasOwn(shortNames, name) ? (shortNames[name] ?? name) : name;
}
