import { AppError } from '@shipmate/core';
import picomatch from 'picomatch';

/** Limits of patterns, which models and people write. */
export const patternLimits = { count: 50, length: 200 } as const;

/** Tells if a path matches. */
export type PathMatcher = (path: string) => boolean;

/**
 * Compiles patterns of paths, anchored at the top of the repository: `*` within a segment, `**` across segments, `{a,b}`, `[ab]`, and files
 * whose names begin with a dot. A pattern without wildcards matches the folder of this path with everything below.
 *
 * Matching can be slow for a hostile pattern: call it in a worker thread.
 *
 * @throws AppError `VALIDATION_ERROR` for a pattern that is too long.
 */
export function compilePatterns(patterns: readonly string[], field: string): PathMatcher {
  if (patterns.length > patternLimits.count) {
    throw refusePattern(field, `has ${patterns.length} patterns. Use at most ${patternLimits.count}.`);
  }
  const matchers = patterns.map((pattern) => compilePattern(pattern, field));
  return (path) => matchers.some((matches) => matches(path));
}

function compilePattern(written: string, field: string): PathMatcher {
  const pattern = written.replace(/^\.?\/+/u, '').replace(/\/+$/u, '');
  if (pattern.length > patternLimits.length) {
    throw refusePattern(field, `has a pattern of ${pattern.length} characters. Use at most ${patternLimits.length}.`);
  }
  if (pattern === '' || pattern === '.') return () => true;
  if (!/[*?[\]{}!\\]/u.test(pattern)) return (path) => path === pattern || path.startsWith(`${pattern}/`);
  // Paths of git are exact: no conversion of separators, case or extended groups.
  return picomatch(pattern, { dot: true, noextglob: true, nonegate: true, posix: true, windows: false });
}

function refusePattern(field: string, problem: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message: `"${field}" ${problem}`, details: { field } });
}
