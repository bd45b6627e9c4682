/** How a workspace or revision came to be. */
export const workspaceOrigins = ['prompt', 'sample', 'archive', 'chart'] as const;
export type WorkspaceOrigin = (typeof workspaceOrigins)[number];

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
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A numbered state of a workspace's files. Revisions are never changed except for pending edits of the newest. */
export interface WorkspaceRevision {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly createdByUserId: string;
  readonly createdType: WorkspaceOrigin | 'accept';
  readonly createdAt: Date;
}

/** A chart within a workspace. Its id is the same in every revision. */
export interface Chart {
  readonly id: string;
  readonly name: string;
  /** The folder of its `Chart.yaml`, relative to the workspace; `''` at the top. */
  readonly root: string;
}
