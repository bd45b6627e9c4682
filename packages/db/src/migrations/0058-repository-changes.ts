import type { Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds the audit kind of changed repositories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAuditKinds(db, ['repository_changed']);
}
