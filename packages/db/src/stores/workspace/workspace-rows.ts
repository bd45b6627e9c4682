import type { Workspace, WorkspaceRevision, WorkspaceSettings } from '@shipmate/domain/workspace';
import type { Selectable } from 'kysely';
import type { WorkspaceRevisionTable, WorkspaceTable } from '../../schema/workspace-tables.ts';

export function toWorkspace(row: Selectable<WorkspaceTable>): Workspace {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    summary: row.summary,
    createdByUserId: row.created_by_user_id,
    createdType: row.created_type,
    currentRevisionNumber: row.current_revision_number,
    settings: toSettings(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toSettings(
  row: Pick<Selectable<WorkspaceTable>, 'auto_accept' | 'validate_before_accept'>,
): WorkspaceSettings {
  return { autoAccept: row.auto_accept, validateBeforeAccept: row.validate_before_accept };
}

export function toRevision(row: Selectable<WorkspaceRevisionTable>): WorkspaceRevision {
  return {
    workspaceId: row.workspace_id,
    revisionNumber: row.revision_number,
    createdByUserId: row.created_by_user_id,
    createdType: row.created_type,
    sourceRevisionNumber: row.source_revision_number,
    changes: {
      added: row.files_added,
      removed: row.files_removed,
      modified: row.files_modified,
      renamed: row.files_renamed,
    },
    createdAt: row.created_at,
  };
}
