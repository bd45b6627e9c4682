/** How a workspace or revision came to be. */
export const workspaceOrigins = ['prompt', 'sample', 'archive', 'chart'] as const;
export type WorkspaceOrigin = (typeof workspaceOrigins)[number];

/** How a revision came to be. `auto_accept`: a run ended, and the workspace has its changes accepted without being asked. */
export const revisionOrigins = [...workspaceOrigins, 'accept', 'auto_accept', 'rollback'] as const;
export type RevisionOrigin = (typeof revisionOrigins)[number];

/** What a workspace does by itself. */
export interface WorkspaceSettings {
  /** Changes that a run made are accepted when it is completed. */
  readonly autoAccept: boolean;
  /** Nothing is accepted before it has been validated. While it is on, nothing is accepted automatically either. */
  readonly validateBeforeAccept: boolean;
}

/** A place where one or more charts are edited, revision by revision. */
export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** One paragraph on what the charts do, once there is one. */
  readonly summary: string | null;
  readonly createdByUserId: string;
  readonly createdType: WorkspaceOrigin;
  readonly currentRevisionNumber: number;
  readonly settings: WorkspaceSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A numbered state of a workspace's files. Revisions are never changed except for pending edits of the newest. */
export interface WorkspaceRevision {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly createdByUserId: string;
  readonly createdType: RevisionOrigin;
  /** Of a rollback: the revision whose files it has. */
  readonly sourceRevisionNumber: number | null;
  readonly createdAt: Date;
}
