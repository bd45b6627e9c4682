import type { Principal } from '@shipmate/core';
import type { PlanStore } from '../plan/plan-store.ts';
import type { RunStore } from '../run/run-store.ts';
import type { RunFileStore } from '../workspace/run-file-store.ts';
import type { StringReplaceLogStore } from '../workspace/string-replace-log.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The stores of one edit: the workspace's files, and the run and the plan that the edit belongs to. */
export interface ChartEditStores {
  readonly workspaces: Pick<WorkspaceStore, 'getDetail' | 'findFile' | 'addFile' | 'setPending' | 'removeFile'>;
  readonly runs: Pick<RunStore, 'get'>;
  readonly runFiles: Pick<RunFileStore, 'find' | 'set'>;
  readonly plans: Pick<PlanStore, 'findAppliedBy' | 'markDone'>;
  readonly stringReplaceLog: Pick<StringReplaceLogStore, 'append'>;
}

/** The files of chart workspaces, for tools. */
export interface ChartFiles extends Pick<WorkspaceStore, 'getDetail' | 'findFile'> {
  /**
   * Locks a workspace and runs `work` in one transaction: everything is stored, or nothing.
   *
   * **Contract.** As for a unit of work: `work` uses only the stores that it receives and does no network I/O; an error
   * that it throws rolls back and is rethrown.
   *
   * @throws AppError `NOT_FOUND` when the workspace does not exist.
   */
  edit<Result>(
    principal: Principal,
    workspaceId: string,
    work: (stores: ChartEditStores, workspace: Workspace) => Promise<Result>,
  ): Promise<Result>;
}
