import { type CredentialStore, defaultScopes, type ExtensionToken } from '@shipmate/domain/access';
import type { Selectable } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ExtensionTokenTable } from '../../schema/credential-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';

/**
 * How long a recorded use is valid before it is recorded again, so that a busy token does not write on every request.
 */
const useNotedForMs = 60_000;

/** Creates the operations of {@link CredentialStore} on tokens for programs. */
export function createExtensionTokenOperations(
  executor: Executor,
): Pick<
  CredentialStore,
  'createExtensionToken' | 'findExtensionToken' | 'listExtensionTokens' | 'revokeExtensionToken'
> {
  return {
    async createExtensionToken(principal, token) {
      const row = await executor
        .insertInto('extension_token')
        .values({
          ...inOrganization(principal),
          id: token.id,
          user_id: principal.userId,
          name: token.name,
          secret_hash: token.secretHash,
          scopes: [...(token.scopes ?? defaultScopes)],
          expires_at: token.expiresAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toExtensionToken(row);
    },

    async findExtensionToken(secretHash, now) {
      const row = await executor
        .selectFrom('extension_token')
        .selectAll()
        .where('secret_hash', '=', secretHash)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now)]))
        .executeTakeFirst();
      if (!row) return undefined;
      const usedSince = now.getTime() - (row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY);
      if (usedSince < useNotedForMs) return toExtensionToken(row);
      await executor.updateTable('extension_token').set({ last_used_at: now }).where('id', '=', row.id).execute();
      return toExtensionToken({ ...row, last_used_at: now });
    },

    async listExtensionTokens(principal) {
      const rows = await executor
        .selectFrom('extension_token')
        .selectAll()
        .where((eb) => eb.and({ ...inOrganization(principal), user_id: principal.userId }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toExtensionToken);
    },

    async revokeExtensionToken(principal, tokenId, now) {
      requireId(tokenId, 'token');
      const row = await executor
        .updateTable('extension_token')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
        .where('id', '=', tokenId)
        .where((eb) => eb.and({ ...inOrganization(principal), user_id: principal.userId }))
        .returning('id')
        .executeTakeFirst();
      if (!row) throw notFound('token');
    },
  };
}

function toExtensionToken(row: Selectable<ExtensionTokenTable>): ExtensionToken {
  return {
    id: row.id,
    userId: row.user_id,
    organizationId: row.organization_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
