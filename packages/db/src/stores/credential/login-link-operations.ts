import { type CredentialStore, maxOpenLoginLinks } from '@shipmate/domain/access';
import type { Executor } from '../../executor/executor.ts';

/** Creates the operations of {@link CredentialStore} on one-time login links. */
export function createLoginLinkOperations(
  executor: Executor,
): Pick<CredentialStore, 'createLoginLink' | 'consumeLoginLink'> {
  return {
    async createLoginLink(link, now) {
      await executor
        .insertInto('login_link')
        .values({
          id: link.id,
          organization_id: link.organizationId,
          user_id: link.userId,
          secret_hash: link.secretHash,
          expires_at: link.expiresAt,
        })
        .execute();
      const ofMember = executor
        .selectFrom('login_link')
        .select('id')
        .where('organization_id', '=', link.organizationId)
        .where('user_id', '=', link.userId);
      const working = ofMember
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .limit(maxOpenLoginLinks);
      await executor.deleteFrom('login_link').where('id', 'in', ofMember).where('id', 'not in', working).execute();
    },

    async consumeLoginLink(secretHash, now) {
      const row = await executor
        .updateTable('login_link')
        .set({ consumed_at: now })
        .where('secret_hash', '=', secretHash)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['user_id', 'organization_id'])
        .executeTakeFirst();
      return row && { userId: row.user_id, organizationId: row.organization_id };
    },
  };
}
