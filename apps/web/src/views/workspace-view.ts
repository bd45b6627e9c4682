import type { Conversation } from '@shipmate/domain/conversation';
import { countChangedLines } from '@shipmate/domain/text';
import {
  effectiveContent,
  listHunks,
  versionOf,
  type Workspace,
  type WorkspaceDetail,
  type WorkspaceFile,
  type WorkspaceRevision,
} from '@shipmate/domain/workspace';
import type { FileView, WorkspaceResponse, WorkspaceSummary } from '@shipmate/protocol/web/workspace';
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
interface WorkspaceParts {
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

/** Returns a file for the browser, with the numbers of lines that its pending change adds and removes. */
export function toFileView(file: WorkspaceFile): FileView {
  const { id, chartId, path, content, pending } = file;
  return {
    id,
    chartId,
    path,
    content,
    contentPending: pending === null ? null : (effectiveContent(file) ?? null),
    pendingOp: pending?.op ?? null,
    pendingPath: pending?.op === 'rename' ? pending.path : null,
    ...countChangedLines(content, effectiveContent(file) ?? ''),
    version: versionOf(file),
    hunks: [...listHunks(file)],
  };
}
