import type { PendingChange, RevisionOrigin, WorkspaceOrigin } from '@shipmate/domain/workspace';
import type { Generated } from 'kysely';

export interface WorkspaceTable {
  id: string;
  organization_id: string;
  name: string;
  summary: string | null;
  created_by_user_id: string;
  created_type: WorkspaceOrigin;
  /** Always an existing revision; checked when the transaction commits. */
  current_revision_number: number;
  auto_accept: Generated<boolean>;
  validate_before_accept: Generated<boolean>;
  /** Bytes of the files of all revisions, maintained by triggers. */
  stored_bytes: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface WorkspaceSourceTable {
  workspace_id: string;
  repository_id: string;
  folder: string;
  branch: string | null;
  commit: string;
  pushed_commit: string | null;
  pushed_branch: string | null;
}

export interface WorkspaceRevisionTable {
  workspace_id: string;
  revision_number: number;
  created_by_user_id: string;
  created_type: RevisionOrigin;
  /** Set only for a rollback. */
  source_revision_number: number | null;
  files_added: number;
  files_removed: number;
  files_modified: number;
  files_renamed: number;
  created_at: Generated<Date>;
}

export interface WorkspaceChartTable {
  workspace_id: string;
  revision_number: number;
  /** The same in every revision. */
  id: string;
  name: string;
  root: string;
}

export interface WorkspaceFileTable {
  workspace_id: string;
  revision_number: number;
  /** The same in every revision. */
  id: string;
  chart_id: string | null;
  path: string;
  content: string;
  /** `digestOf` the content; null in rows of earlier releases. */
  content_digest: string | null;
  pending_op: PendingChange['op'] | null;
  content_pending: string | null;
  pending_path: string | null;
}

export interface RunFileTable {
  run_id: string;
  file_id: string;
  look: string;
  is_own_change: boolean;
}

export interface StringReplaceLogTable {
  id: string;
  workspace_id: string;
  revision_number: number;
  user_id: string;
  run_id: string | null;
  path: string;
  found: boolean;
  tier: string | null;
  old_str: string;
  new_str: string;
  error_message: string | null;
  created_at: Generated<Date>;
}
