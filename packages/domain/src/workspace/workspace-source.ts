import type { Principal } from '@shipmate/core';

/** The folder of a repository from which a workspace was opened. */
export interface WorkspaceSource {
  readonly workspaceId: string;
  readonly repositoryId: string;
  /** `''` for the top of the repository. */
  readonly folder: string;
  /** The branch that was opened; null if a commit was. */
  readonly branch: string | null;
  /** The commit that was opened. It has the files of revision 0. */
  readonly commit: string;
  /** The last commit that was pushed, and its branch; null before the first push. */
  readonly pushed: { readonly commit: string; readonly branch: string } | null;
}

/**
 * Store for the sources of workspaces.
 *
 * **Contract.** A source is visible with its workspace; any other workspace is `NOT_FOUND`. It is deleted with the workspace and with the
 * repository.
 */
export interface WorkspaceSourceStore {
  /** Stores the source of a workspace in place of an earlier one. @throws AppError `NOT_FOUND` without the workspace or the repository. */
  save(principal: Principal, source: WorkspaceSource): Promise<void>;
  /** Returns the source of a workspace; undefined if it has none. */
  find(principal: Principal, workspaceId: string): Promise<WorkspaceSource | undefined>;
}
