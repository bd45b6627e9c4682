import type { Conversation } from '@shipmate/domain/conversation';
import { countChangedLines } from '@shipmate/domain/text';
import {
  acceptedVersionOf,
  effectiveContent,
  type FileOutline,
  listHunks,
  versionOf,
  type Workspace,
  type WorkspaceDetail,
  type WorkspaceFile,
  type WorkspaceOutline,
  type WorkspaceRevision,
} from '@shipmate/domain/workspace';
import type {
  FileView,
  fileSummarySchema,
  workspaceOutlineSchema,
  WorkspaceResponse,
  WorkspaceSummary,
} from '@shipmate/protocol/web/workspace';
import type { z } from 'zod';
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

/** Parts of {@link toWorkspaceOutline}. */
interface OutlineParts {
  readonly outline: WorkspaceOutline;
  /** The caller's newest conversation in the workspace. */
  readonly conversation: Conversation | undefined;
}

/** Returns a workspace without contents. */
export function toWorkspaceOutline({ outline, conversation }: OutlineParts): z.input<typeof workspaceOutlineSchema> {
  const pendingCount = outline.files.filter(({ changed }) => changed !== null).length;
  return {
    workspace: toWorkspaceSummary(outline.workspace, pendingCount),
    charts: outline.charts.map(({ id, name, root }) => ({ id, name, root })),
    files: outline.files.map(toFileSummary),
    settings: outline.workspace.settings,
    conversation: conversation ? { id: conversation.id, title: conversation.title } : null,
  };
}

/** Returns a file without its content; of an unchanged file only the fields that say something. */
function toFileSummary({ changed, chartId, ...file }: FileOutline): z.input<typeof fileSummarySchema> {
  const known = { ...file, ...(chartId !== null && { chartId }) };
  return changed === null ? known : { ...known, ...toChangeView(changed) };
}

/** Returns a file with its content. */
export function toFileView(file: WorkspaceFile): FileView {
  const { id, chartId, path, content, pending } = file;
  const after = effectiveContent(file) ?? null;
  return {
    id,
    chartId,
    path,
    bytes: encoder.encode(after ?? content).length,
    version: versionOf(file),
    ...toChangeView(file),
    content,
    contentPending: pending === null ? null : after,
    hunks: [...listHunks(file)],
  };
}

const encoder = new TextEncoder();

type ChangeView = Pick<FileView, 'acceptedVersion' | 'pendingOp' | 'pendingPath' | 'additions' | 'deletions'>;

/** Returns a file's pending change, with the numbers of lines that it adds and removes. */
function toChangeView(file: WorkspaceFile): ChangeView {
  const { content, pending } = file;
  return {
    acceptedVersion: pending === null ? null : acceptedVersionOf(file),
    pendingOp: pending?.op ?? null,
    pendingPath: pending?.op === 'rename' ? pending.path : null,
    ...countChangedLines(content, effectiveContent(file) ?? ''),
  };
}
