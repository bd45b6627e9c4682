import { AppError } from '@shipmate/core';
import { normalizePath } from './normalize-path.ts';
import { findPathProblem } from './path-problem.ts';

/**
 * Parses the path of a file in a workspace, an archive or a repository: relative, `/` between segments, `.`
 * and `..` resolved.
 *
 * It must name the same file on every file system, and none that git or Windows treats specially.
 *
 * @throws AppError `VALIDATION_ERROR` about the field `path`.
 */
export function parseWorkspacePath(path: string): string {
  const normalized = normalizePath(path);
  const problem = normalized.path === undefined ? normalized.problem : findPathProblem(normalized.path);
  if (problem === undefined && normalized.path !== undefined) return normalized.path;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `path ${problem}. Give it relative to the workspace, for example templates/deployment.yaml.`,
    details: { issues: [{ path: 'path', message: problem }] },
  });
}

/** Returns a path that cannot coexist with `path`, because one would be a folder of the other. */
export function findPathClash(path: string, existing: readonly string[]): string | undefined {
  return existing.find((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}
