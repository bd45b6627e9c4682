import type { Conversation } from '@shipmate/domain/conversation';
import type { Workspace, WorkspaceDetail, WorkspaceRevision } from '@shipmate/domain/workspace';
import type { WorkspaceResponse, WorkspaceSummary } from '@shipmate/protocol/web/workspace';
import { toFileView } from './file-view.ts';
import { toRevisionSummary } from './revision-view.ts';

/** Returns a workspace for lists. */
export function toWorkspaceSummary(workspace: Workspace, pendingCount: number): WorkspaceSummary {
  return {
    id: workspace.id,
    name: workspace.name,
    summary: workspace.summary,
    createdType: workspace.createdType,
    currentRevisionNumber: workspace.currentRevisionNumber,
    pendingCount,
    createdAt: workspace.createdAt.toISOString(),
    updatedAt: workspace.updatedAt.toISOString(),
  };
}

/** Parts of {@link toWorkspaceResponse}. */
export interface WorkspaceParts {
  readonly detail: WorkspaceDetail;
  /** Newest first. */
  readonly revisions: readonly WorkspaceRevision[];
  /** The caller's newest conversation in the workspace. */
  readonly conversation: Conversation | undefined;
}

/** Returns a workspace with all data of its page. */
export function toWorkspaceResponse({ detail, revisions, conversation }: WorkspaceParts): WorkspaceResponse {
  const pendingCount = detail.files.filter((file) => file.pending !== null).length;
  return {
    workspace: toWorkspaceSummary(detail.workspace, pendingCount),
    charts: detail.charts.map(({ id, name, root }) => ({ id, name, root })),
    files: detail.files.map(toFileView),
    revisions: revisions.map(toRevisionSummary),
    settings: detail.workspace.settings,
    conversation: conversation ? { id: conversation.id, title: conversation.title } : null,
  };
}
