import { findChartOf } from '../chart/find-chart-of.ts';
import { acceptedFiles, toPending } from './pending-rules.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';
import { toTakenPaths, type TakenPaths } from './taken-paths.ts';
import type { WorkspaceDetail } from './workspace-store.ts';

type Tree = Pick<WorkspaceDetail, 'charts' | 'files'>;

/** The result of a rollback. */
export interface Rollback {
  readonly files: readonly WorkspaceFile[];
  /**
   * Files of the current revision whose pending change does not apply to the old one; the change stays
   * readable in the current revision.
   */
  readonly notCarried: readonly WorkspaceFile[];
}

/**
 * Restores the accepted files of an old revision. A pending change of the current one is carried to the same
 * file, or else to the file at the same path; a pending creation whose path is free is carried too.
 */
export function rollBack(current: readonly WorkspaceFile[], old: Tree): Rollback {
  const accepted = acceptedFiles(old.files);
  const byPath = new Map(accepted.map((file) => [file.path, file.id]));
  const files = new Map(accepted.map((file) => [file.id, file]));
  const taken = toTakenPaths(accepted);
  const notCarried: WorkspaceFile[] = [];
  for (const changed of current.filter(({ pending }) => pending !== null)) {
    const file = files.get(changed.id) ?? files.get(byPath.get(changed.path) ?? '');
    if (file) taken.remove(file);
    const carried = file ? carryTo(file, changed, taken) : carryNew(changed, taken, old.charts);
    if (carried) files.set(carried.id, carried);
    else notCarried.push(changed);
    const after = carried ?? file;
    if (after) taken.add(after);
  }
  return { files: [...files.values()], notCarried };
}

/** Returns the pending change of `changed` for a file of the old revision that has no pending change yet. */
function carryTo(file: WorkspaceFile, changed: WorkspaceFile, taken: TakenPaths): WorkspaceFile | undefined {
  if (file.pending !== null) return undefined;
  const content = effectiveContent(changed);
  if (content === undefined) return { ...file, pending: changed.pending };
  const target = effectivePath(changed);
  if (target === changed.path || target === file.path) return { ...file, pending: toPending(file, content) };
  if (taken.find(target) !== undefined) return undefined;
  return { ...file, pending: toPending({ ...file, pending: { op: 'rename', path: target } }, content) };
}

function carryNew(file: WorkspaceFile, taken: TakenPaths, charts: Tree['charts']): WorkspaceFile | undefined {
  if (file.pending?.op !== 'create' || taken.find(file.path) !== undefined) return undefined;
  return { ...file, chartId: findChartOf(file.path, charts)?.id ?? null };
}
