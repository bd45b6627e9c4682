import { isId } from '@shipmate/domain';
import type { CredentialStore } from '@shipmate/domain/access';
import type { Executor } from '../../executor/executor.ts';

/** Creates the operations of {@link CredentialStore} on browser sessions. */
export function createSessionOperations(
  executor: Executor,
): Pick<CredentialStore, 'createSession' | 'findSession' | 'revokeSession'> {
  return {
    async createSession(session) {
      await executor
        .insertInto('session')
        .values({
          id: session.id,
          organization_id: session.organizationId,
          user_id: session.userId,
          secret_hash: session.secretHash,
          expires_at: session.expiresAt,
        })
        .execute();
    },

    async findSession(secretHash, now) {
      const row = await executor
        .selectFrom('session')
        .select(['id', 'user_id', 'organization_id', 'expires_at'])
        .where('secret_hash', '=', secretHash)
        .where('expires_at', '>', now)
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now)]))
        .executeTakeFirst();
      return row && { id: row.id, userId: row.user_id, organizationId: row.organization_id, expiresAt: row.expires_at };
    },

    async revokeSession(sessionId, now) {
      if (!isId(sessionId)) return;
      await executor
        .updateTable('session')
        .set({ revoked_at: now })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
    },
  };
}
