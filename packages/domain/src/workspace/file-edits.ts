import { AppError } from '@shipmate/core';
import { findChartOf } from '../chart/find-chart-of.ts';
import { newId } from '../identifier/id.ts';
import { versionOf } from './file-version.ts';
import { toPathKey } from './path-key.ts';
import { toPending } from './pending-rules.ts';
import { requireSafeTree } from './safe-tree.ts';
import { toTakenPaths, type TakenPaths } from './taken-paths.ts';
import { describeTwin } from './tree-problems.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import type { WorkspaceDetail } from './workspace-store.ts';

/** A file at the version that the caller saw. */
export interface FileReference {
  readonly path: string;
  /** Result of {@link versionOf}; if it differs from the current one, an edit is a `CONFLICT`. */
  readonly version: string;
}

/**
 * The current state of a file, for a caller whose edit would have overwritten it; in `details.files` of the
 * `CONFLICT`.
 */
export interface ChangedFile extends FileReference {
  /** Content including pending changes; `null` if its deletion is pending. */
  readonly content: string | null;
}

type Files = readonly WorkspaceFile[];
type Tree = Pick<WorkspaceDetail, 'charts' | 'files'>;

/** Returns the files with `content` pending in one of them; a pending deletion of it is reverted. */
export function saveFile(files: Files, save: FileReference & { readonly content: string }): Files {
  const saved = findAll(files, [save]);
  return files.map((file) => (saved.has(file) ? { ...file, pending: toPending(file, save.content) } : file));
}

/**
 * Returns the files with a new one, pending. If the deletion of the file is pending, it is restored with the
 * new content.
 *
 * @throws AppError `CONFLICT` if the path is taken, with `details.reason` `file_exists`.
 */
export function addFile({ charts, files }: Tree, added: { readonly path: string; readonly content: string }): Files {
  const path = parseWorkspacePath(added.path);
  const deleted = files.find((file) => file.path === path && file.pending?.op === 'delete');
  if (deleted) {
    return files.map((file) => (file === deleted ? { ...file, pending: toPending(file, added.content) } : file));
  }
  requireFree(path, toTakenPaths(files));
  const chartId = findChartOf(path, charts)?.id ?? null;
  const file: WorkspaceFile = {
    id: newId(),
    chartId,
    path,
    content: '',
    pending: { op: 'create', content: added.content },
  };
  const next = [...files, file];
  requireSafeTree(files, next);
  return next;
}

/**
 * Returns the files with pending moves. A folder is moved by moving all its files; a new file moves at once.
 */
export function moveFiles({ charts, files }: Tree, moves: readonly (FileReference & { readonly to: string })[]): Files {
  const targets = new Map(
    [...findAll(files, moves)].map(([file, { to }]) => [file.id, parseWorkspacePath(to)] as const),
  );
  const taken = toTakenPaths(files);
  const next = files.map((file) => {
    const to = targets.get(file.id);
    if (to === undefined || to === effectivePath(file)) return file;
    taken.remove(file);
    requireFree(to, taken);
    const moved = moveFile(file, to);
    taken.add(moved);
    return moved.path === to ? { ...moved, chartId: findChartOf(to, charts)?.id ?? null } : moved;
  });
  requireSafeTree(files, next);
  return next;
}

/** Returns the files with pending deletions; a new file is removed. */
export function deleteFiles(files: Files, references: readonly FileReference[]): Files {
  const deleted = findAll(files, references);
  return files.flatMap((file) => {
    if (!deleted.has(file)) return [file];
    return file.pending?.op === 'create' ? [] : [{ ...file, pending: { op: 'delete' as const } }];
  });
}

function moveFile(file: WorkspaceFile, to: string): WorkspaceFile {
  const content = effectiveContent(file);
  if (content === undefined) {
    throw new AppError({
      code: 'CONFLICT',
      message: `The deletion of ${file.path} is pending. Reject it before you move the file.`,
    });
  }
  if (file.pending?.op === 'create') return { ...file, path: to };
  if (to === file.path) return { ...file, pending: toPending({ ...file, pending: null }, content) };
  return { ...file, pending: toPending({ ...file, pending: { op: 'rename', path: to } }, content) };
}

/**
 * Finds each file at the version that the caller saw. @throws AppError `NOT_FOUND`, `CONFLICT` with
 * `details.files`, each a {@link ChangedFile}.
 */
function findAll<Reference extends FileReference>(
  files: Files,
  references: readonly Reference[],
): ReadonlyMap<WorkspaceFile, Reference> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Map(
    references.map((reference) => {
      const file = byPath.get(reference.path);
      if (file) return [file, reference] as const;
      throw new AppError({
        code: 'NOT_FOUND',
        message: `File "${reference.path}" does not exist. Reload the workspace.`,
      });
    }),
  );
  requireVersions([...found]);
  return found;
}

/** @throws AppError `CONFLICT` if a file has changed since the caller saw it. */
export function requireVersions(seen: readonly (readonly [WorkspaceFile, { readonly version: string }])[]): void {
  const changed = seen.flatMap(([file, { version }]) => (versionOf(file) === version ? [] : [file]));
  if (changed.length === 0) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `${changed.map(({ path }) => path).join(', ')} changed since you saw it. Compare, then decide what to keep.`,
    details: { reason: 'file_changed', files: changed.map(toChangedFile) },
  });
}

function toChangedFile(file: WorkspaceFile): ChangedFile {
  return { path: file.path, version: versionOf(file), content: effectiveContent(file) ?? null };
}

/** Explains why a file cannot be at a path beside another one. */
export function describeTakenPath(path: string, other: string): string {
  if (other === path) return `A file ${path} exists already.`;
  return toPathKey(other) === toPathKey(path)
    ? `"${path}" ${describeTwin(other)}. Choose another name.`
    : `${path} cannot exist beside ${other}: one path is a folder of the other.`;
}

function requireFree(path: string, taken: TakenPaths): void {
  const other = taken.find(path);
  if (other === undefined) return;
  throw new AppError({
    code: 'CONFLICT',
    message: describeTakenPath(path, other),
    details: { reason: 'file_exists', path: other },
  });
}
