import type { CredentialStore } from '@shipmate/domain';
import type { Executor } from '../../executor/executor.ts';

/** The part of {@link CredentialStore} that is about one-time links. */
export function createLoginLinkOperations(
  executor: Executor,
): Pick<CredentialStore, 'createLoginLink' | 'consumeLoginLink'> {
  return {
    async createLoginLink(link) {
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
