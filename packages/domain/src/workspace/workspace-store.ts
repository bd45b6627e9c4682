import type { Chart } from '../chart/chart.ts';
import type { Principal } from '@shipmate/core';
import type { RevisionOrigin, Workspace, WorkspaceOrigin, WorkspaceRevision, WorkspaceSettings } from './workspace.ts';
import type { Page, PageRequest } from '../page/page.ts';
import type { StorageUsage, StoredWorkspace } from '../storage/storage-quota.ts';
import type { WorkspaceOutline } from './file-outline.ts';
import type { PendingChange, WorkspaceFile } from './workspace-file.ts';

/** A workspace with the charts and files of one revision. */
export interface WorkspaceDetail {
  readonly workspace: Workspace;
  readonly revision: WorkspaceRevision;
  readonly charts: readonly Chart[];
  /** By path. */
  readonly files: readonly WorkspaceFile[];
}

/** A new workspace; its files are revision 0. */
export interface NewWorkspace {
  readonly id: string;
  readonly name: string;
  readonly createdType: WorkspaceOrigin;
  readonly charts: readonly Chart[];
  readonly files: readonly WorkspaceFile[];
}

/** A revision to be created. */
export interface NewRevision {
  readonly createdType: RevisionOrigin;
  readonly files: readonly WorkspaceFile[];
  /** Charts; default those of the current revision. */
  readonly charts?: readonly Chart[];
  readonly sourceRevisionNumber?: number;
}

/**
 * Store for workspaces and their files.
 *
 * **Contract.** Every method reads what the principal's organization owns, and only the workspace of
 * `principal.scope` if that is set; any other is an `AppError` `NOT_FOUND`. So is an id that is not a UUID. Methods
 * that increase the stored bytes throw as `requireStorage` does if the organization's quota is exceeded; nothing is
 * stored then.
 */
export interface WorkspaceStore {
  create(principal: Principal, workspace: NewWorkspace): Promise<Workspace>;
  /** Lists workspaces, the most recently changed first. @throws AppError `VALIDATION_ERROR` for an invalid `before` */
  list(principal: Principal, page: PageRequest): Promise<Page<Workspace & { readonly pendingCount: number }>>;
  get(principal: Principal, workspaceId: string): Promise<Workspace>;
  /** Returns the current revision, or the given one. */
  getDetail(principal: Principal, workspaceId: string, revisionNumber?: number): Promise<WorkspaceDetail>;
  listRevisions(principal: Principal, workspaceId: string): Promise<readonly WorkspaceRevision[]>;
  /** Locks the workspace until the transaction ends, so that edits of it are serialized. Call it first. */
  lock(principal: Principal, workspaceId: string): Promise<Workspace>;
  /** Returns the current revision without the content of unchanged files. */
  getOutline(principal: Principal, workspaceId: string): Promise<WorkspaceOutline>;
  /** Returns the files at paths of the current revision, by path; those that do not exist are left out. */
  findFiles(principal: Principal, workspaceId: string, paths: readonly string[]): Promise<readonly WorkspaceFile[]>;
  /** Returns the file at a path of the current revision, or `undefined`. */
  findFile(principal: Principal, workspaceId: string, path: string): Promise<WorkspaceFile | undefined>;
  /** Adds a file to the current revision. @throws AppError `CONFLICT` if the path is taken. */
  addFile(principal: Principal, workspaceId: string, file: WorkspaceFile): Promise<void>;
  /** Sets or clears (`null`) the pending change of a file of the current revision. */
  setPending(
    principal: Principal,
    workspaceId: string,
    change: { readonly fileId: string; readonly pending: PendingChange | null },
  ): Promise<void>;
  /** Removes a file from the current revision. */
  removeFile(principal: Principal, workspaceId: string, fileId: string): Promise<void>;
  /** Creates revision N+1 of these files and makes it current. */
  createRevision(principal: Principal, workspaceId: string, revision: NewRevision): Promise<WorkspaceRevision>;
  /** Returns the storage usage and quota of the principal's organization. */
  getStorageUsage(principal: Principal): Promise<StorageUsage>;
  /**
   * Sets the storage quota of the principal's organization in bytes; null for the quota of the installation.
   * For operators.
   */
  setStorageQuota(principal: Principal, bytes: number | null): Promise<void>;
  /** Lists the workspaces that store the most bytes, largest first. */
  listLargest(principal: Principal, limit: number): Promise<readonly StoredWorkspace[]>;
  /** Returns the bytes of the current revision, or of the given one; 0 if there is no such revision. */
  measure(principal: Principal, workspaceId: string, revisionNumber?: number): Promise<number>;
  /**
   * Deletes a workspace with its revisions, conversations and runs. Call it under the workspace's lock.
   *
   * @throws AppError `CONFLICT` while a run of it has not ended.
   */
  remove(principal: Principal, workspaceId: string): Promise<void>;
  setSummary(principal: Principal, workspaceId: string, summary: string): Promise<void>;
  /** Changes the given settings and returns all of them. */
  setSettings(
    principal: Principal,
    workspaceId: string,
    settings: Partial<WorkspaceSettings>,
  ): Promise<WorkspaceSettings>;
}
