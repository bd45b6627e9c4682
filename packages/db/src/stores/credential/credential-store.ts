import { isId } from '@shipmate/domain';
import { type CredentialStore, defaultScopes, type ExtensionToken, maxOpenLoginLinks } from '@shipmate/domain/access';
import type { Selectable } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ExtensionTokenTable } from '../../schema/credential-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';

/** Creates a {@link CredentialStore} on SQL. */
export function createCredentialStore(executor: Executor): CredentialStore {
  return {
    ...createSessionOperations(executor),
    ...createLoginLinkOperations(executor),
    ...createExtensionTokenOperations(executor),
  };
}

/** Creates the operations of {@link CredentialStore} on browser sessions. */
function createSessionOperations(
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

/** Creates the operations of {@link CredentialStore} on one-time login links. */
function createLoginLinkOperations(executor: Executor): Pick<CredentialStore, 'createLoginLink' | 'consumeLoginLink'> {
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

/**
 * How long a recorded use is valid before it is recorded again, so that a busy token does not write on every request.
 */
const useNotedForMs = 60_000;

/** Creates the operations of {@link CredentialStore} on tokens for programs. */
function createExtensionTokenOperations(
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
        .where('revoked_at', 'is', null)
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
