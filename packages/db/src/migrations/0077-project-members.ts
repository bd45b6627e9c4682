import type { Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds the audit kinds of the members of projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAuditKinds(db, ['project_member_added', 'project_member_removed']);
}
