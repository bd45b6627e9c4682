import type { Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds the audit kinds of merges of pull and merge requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAuditKinds(db, ['repository_job_merge_asked', 'repository_job_merged']);
}
