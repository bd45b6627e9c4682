import { findChartOf } from '../chart/find-chart-of.ts';
import { acceptedFiles, toPending } from './pending-rules.ts';
import { effectiveContent, effectivePath, type WorkspaceFile } from './workspace-file.ts';
import { findTaken } from './taken-path.ts';
import type { WorkspaceDetail } from './workspace-store.ts';

type Tree = Pick<WorkspaceDetail, 'charts' | 'files'>;

/** The files of a rollback. */
export interface Rollback {
  readonly files: readonly WorkspaceFile[];
  /** Files of the current revision whose pending change has no place in the old one; there it stays to be read. */
  readonly notCarried: readonly WorkspaceFile[];
}

/**
 * Goes back to what an old revision had accepted. What is pending in the current one is carried to the same file, or else to
 * the file at the same path; a pending creation where the path is free is carried too.
 */
export function rollBack(current: readonly WorkspaceFile[], old: Tree): Rollback {
  let files = acceptedFiles(old.files);
  const notCarried: WorkspaceFile[] = [];
  for (const changed of current.filter(({ pending }) => pending !== null)) {
    const carried = carry(changed, { files, charts: old.charts });
    if (carried) files = [...files.filter(({ id }) => id !== carried.id), carried];
    else notCarried.push(changed);
  }
  return { files, notCarried };
}

function carry(changed: WorkspaceFile, { files, charts }: Tree): WorkspaceFile | undefined {
  const { pending, path } = changed;
  const file = files.find(({ id }) => id === changed.id) ?? files.find((candidate) => candidate.path === path);
  if (!file) {
    if (pending?.op !== 'create' || findTaken(path, files) !== undefined) return undefined;
    return { ...changed, chartId: findChartOf(path, charts)?.id ?? null };
  }
  if (file.pending !== null) return undefined;
  const content = effectiveContent(changed);
  if (content === undefined) return { ...file, pending };
  const target = effectivePath(changed);
  if (target === path || target === file.path) return { ...file, pending: toPending(file, content) };
  const others = files.filter(({ id }) => id !== file.id);
  if (findTaken(target, others) !== undefined) return undefined;
  return { ...file, pending: toPending({ ...file, pending: { op: 'rename', path: target } }, content) };
}
