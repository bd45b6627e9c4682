import type { RevisionChanges } from './revision-changes.ts';

/** Origins of a workspace. */
export const workspaceOrigins = ['prompt', 'sample', 'archive', 'chart', 'repository'] as const;
export type WorkspaceOrigin = (typeof workspaceOrigins)[number];

/** Origins of a revision. `auto_accept`: a run ended, and the workspace accepts its changes automatically. */
export const revisionOrigins = [...workspaceOrigins, 'accept', 'auto_accept', 'rollback'] as const;
export type RevisionOrigin = (typeof revisionOrigins)[number];

/** Automatic behaviour of a workspace. */
export interface WorkspaceSettings {
  /** Accepts a run's changes when it completes. */
  readonly autoAccept: boolean;
  /** Requires validation before acceptance. While it is on, nothing is accepted automatically. */
  readonly validateBeforeAccept: boolean;
}

/** A place where one or more charts are edited, revision by revision. */
export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** A summary of the charts in one paragraph; null until there is one. */
  readonly summary: string | null;
  readonly createdByUserId: string;
  readonly createdType: WorkspaceOrigin;
  readonly currentRevisionNumber: number;
  readonly settings: WorkspaceSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * A numbered state of a workspace's files. Revisions are immutable except for pending edits of the newest.
 */
export interface WorkspaceRevision {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly createdByUserId: string;
  readonly createdType: RevisionOrigin;
  /** The source revision of a rollback. */
  readonly sourceRevisionNumber: number | null;
  /** Number of files changed since the previous revision; the first one added all its files. */
  readonly changes: RevisionChanges;
  readonly createdAt: Date;
}
