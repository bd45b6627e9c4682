import { AppError } from '@shipmate/core';
import { foldersOf } from './folders-of.ts';
import { toPathKey } from './path-key.ts';
import { describeTwin, findTreeProblems } from './tree-problems.ts';
import { effectivePath, type WorkspaceFile } from './workspace-file.ts';

type Files = readonly WorkspaceFile[];

/**
 * Checks files at new paths against the whole tree.
 *
 * @throws AppError `CONFLICT` if a folder has two spellings, `VALIDATION_ERROR` if a folder becomes a git
 * repository.
 */
export function requireSafeTree(before: Files, after: Files): void {
  requireOneSpelling(before, after);
  const known = new Set(findRepositories(before));
  const found = findRepositories(after).find((path) => !known.has(path));
  if (found === undefined) return;
  const problem = `would make the folder of "${found}" a git repository, whose configuration can run programs`;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `path ${problem}. Choose another name.`,
    details: { issues: [{ path: 'path', message: problem }] },
  });
}

/** Deletions and moves may be rejected, so every path at which a file is or may be counts. */
function findRepositories(files: Files): readonly string[] {
  const paths = [...new Set(files.flatMap((file) => [file.path, effectivePath(file)]))];
  return findTreeProblems(paths).flatMap(({ path, reason }) => (reason === 'git_repository' ? [path] : []));
}

function requireOneSpelling(before: Files, after: Files): void {
  const known = new Set(before.map(effectivePath));
  const changed = after.map(effectivePath).filter((path) => !known.has(path));
  if (changed.length === 0) return;
  const spellings = new Map<string, Set<string>>();
  for (const folder of new Set(after.flatMap((file) => foldersOf(effectivePath(file))))) {
    const key = toPathKey(folder);
    spellings.set(key, (spellings.get(key) ?? new Set()).add(folder));
  }
  for (const path of changed) {
    for (const folder of foldersOf(path)) {
      const other = [...(spellings.get(toPathKey(folder)) ?? [])].find((spelling) => spelling !== folder);
      if (other === undefined) continue;
      throw new AppError({
        code: 'CONFLICT',
        message: `The folder "${folder}" ${describeTwin(other)}. Use one of them for all files.`,
        details: { reason: 'file_exists', path: other },
      });
    }
  }
}
