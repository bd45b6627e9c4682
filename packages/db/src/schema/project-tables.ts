import type { JobChangeRequest, JobClaim, JobResult, JobReview, RepositoryJob } from '@shipmate/domain/repository';
import type { ColumnType, Generated } from 'kysely';

export interface ProjectTable {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  created_at: Generated<Date>;
}

export interface ProjectMemberTable {
  project_id: string;
  organization_id: string;
  user_id: string;
  added_at: Generated<Date>;
}

export interface ChannelTable {
  id: string;
  project_id: string;
  name: string;
  created_at: Generated<Date>;
}

export interface ChannelMessageTable {
  id: string;
  channel_id: string;
  user_id: string;
  /** Null for a message of a person, and once the run is deleted. */
  run_id: string | null;
  /** The call of the run that sent it. */
  tool_call_id: string | null;
  content: string;
  created_at: Generated<Date>;
}

export interface RepositoryTable {
  id: string;
  organization_id: string;
  project_id: string | null;
  name: string;
  remote_url: string | null;
  local_path: string | null;
  default_branch: string | null;
  /** Encrypted for organization, repository and remote. */
  sealed_token: string | null;
  created_by_user_id: string;
  created_at: Generated<Date>;
}

export interface RepositoryJobTable {
  id: string;
  organization_id: string;
  user_id: string;
  repository_id: string | null;
  project_id: string | null;
  remote_url: string | null;
  local_path: string | null;
  base_branch: string | null;
  branch: string;
  base_commit: string | null;
  claim: ColumnType<JobClaim | null, never, string>;
  result: ColumnType<JobResult | null, never, string>;
  review: ColumnType<JobReview | null, never, string>;
  change_request: ColumnType<JobChangeRequest | null, never, string>;
  /** The number of files of the result, so that lists need not read it. */
  changed_files: number | null;
  outcome: Generated<RepositoryJob['outcome']>;
  pushed_branch: string | null;
  /** The job whose files it begins with. */
  continued_job_id: string | null;
  /** The turn of that job before which it begins; null for its end. */
  continued_turn: number | null;
  is_undo: Generated<boolean>;
  /** The name of the folder that keeps its checkpoints; jobs that continue another one share it. */
  checkpoint_store: string | null;
  created_at: Generated<Date>;
}

export interface RepositoryCheckpointTable {
  job_id: string;
  turn: number;
  head_commit: string;
  tree: string;
  created_at: Generated<Date>;
}
