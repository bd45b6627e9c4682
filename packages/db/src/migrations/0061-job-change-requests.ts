import { sql, type Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds the pull or merge request of a job, and its audit kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table repository_job add column change_request json`.execute(db);
  await addAuditKinds(db, ['repository_job_proposed']);
}
