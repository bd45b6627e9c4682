import { effectiveContent, effectivePath, type WorkspaceFile } from '../workspace/workspace-file.ts';
import { toTakenPaths } from '../workspace/taken-paths.ts';
import type { PlanAction, PlannedAction, PlanStatus } from './plan.ts';

/** A file before and after an edit; either is absent if the file does not exist then. */
export interface PlanEdit {
  readonly before?: WorkspaceFile | undefined;
  readonly after?: WorkspaceFile | undefined;
}

/** Lists the reasons why actions cannot be applied to these files, a sentence each. */
export function findPlanProblems(
  files: readonly WorkspaceFile[],
  actions: readonly PlannedAction[],
): readonly string[] {
  const taken = toTakenPaths(files);
  const seen = new Set<string>();
  return actions.flatMap(({ path, action, newPath }) => {
    const problems: string[] = [];
    const exists = files.some((file) => isAt(file, path));
    if (seen.has(path)) problems.push(`${path} is named twice; use one action for each file.`);
    seen.add(path);
    if (action === 'create' && taken.find(path) !== undefined && !isToBeDeleted(files, path)) {
      problems.push(`${path} cannot be created: ${taken.find(path)} is in its place. Plan to modify it.`);
    }
    if (action !== 'create' && !exists) problems.push(`${path} cannot be changed: the file does not exist.`);
    if ((action === 'rename') !== (newPath !== null))
      problems.push(`${path}: newPath is required for rename, and only for rename.`);
    if (newPath !== null && ![undefined, path].includes(taken.find(newPath)))
      problems.push(`${newPath} is taken already.`);
    return problems;
  });
}

/** Checks whether an edit implements an action. */
export function isCarriedOut({ path, action, newPath }: PlannedAction, { before, after }: PlanEdit): boolean {
  switch (action) {
    case 'create':
    case 'modify':
      return isAt(after, path);
    case 'delete':
      return isAt(before, path) && (after === undefined || effectiveContent(after) === undefined);
    case 'rename':
      return (before?.path === path || isAt(before, path)) && newPath !== null && isAt(after, newPath);
  }
}

/** Returns the status of a plan whose run has ended. */
export function toEndedStatus(actions: readonly PlanAction[]): PlanStatus {
  return actions.every(({ isDone }) => isDone) ? 'applied' : 'partly_applied';
}

function isAt(file: WorkspaceFile | undefined, path: string): boolean {
  return file !== undefined && effectivePath(file) === path && effectiveContent(file) !== undefined;
}

function isToBeDeleted(files: readonly WorkspaceFile[], path: string): boolean {
  return files.some((file) => file.path === path && file.pending?.op === 'delete');
}
