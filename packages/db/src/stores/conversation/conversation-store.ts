import { AppError } from '@shipmate/core';
import type { Conversation, ConversationMatch, ConversationStore } from '@shipmate/domain/conversation';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { toPage } from '../page/time-page.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
import { createMessageOperations } from './message-operations.ts';
import { findNamedConversation } from './own-conversation.ts';
import { searchConversations } from './search-conversations.ts';

/** Creates a {@link ConversationStore} on SQL. */
export function createConversationStore(executor: Executor): ConversationStore {
  return {
    ...createMessageOperations(executor),

    async create(principal, { id, workspaceId, contextType, clientId = null }) {
      if (workspaceId !== null) await requireWorkspace(executor, principal, workspaceId);
      const row = await executor
        .insertInto('conversation')
        .values({
          ...inOrganization(principal),
          id,
          user_id: principal.userId,
          workspace_id: workspaceId,
          context_type: contextType,
          client_id: storableText(clientId),
        })
        // Waits for a concurrent transaction with the same id; the caller's transaction stays usable.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row) return toConversation(row);
      throw new AppError({
        code: 'CONFLICT',
        message: 'A conversation with this id already exists. Choose another id.',
      });
    },

    async get(principal, conversationId) {
      return toConversation(found(await findNamedConversation(executor, principal, conversationId), 'conversation'));
    },

    async find(principal, conversationId) {
      const row = await findNamedConversation(executor, principal, conversationId);
      return row && toConversation(row);
    },

    async lock(principal, conversationId) {
      requireId(conversationId, 'conversation');
      const row = await executor
        .selectFrom('conversation')
        .select('id')
        .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
        .forNoKeyUpdate()
        .executeTakeFirst();
      found(row, 'conversation');
    },

    async listForWorkspace(principal, workspaceId, { limit } = { limit: 50 }) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await executor
        .selectFrom('conversation')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), workspace_id: workspaceId }))
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toConversation);
    },

    async search(principal, workspaceId, { words, ...page }) {
      await requireWorkspace(executor, principal, workspaceId);
      const of = { ...ownedBy(principal), workspace_id: workspaceId };
      const rows = await searchConversations(executor, { of, words, page });
      return toPage(rows, page, toMatch);
    },

    async searchAll(principal, { words, isArchived, ...page }) {
      const rows = await searchConversations(executor, { of: ownedBy(principal), words, page, isArchived });
      return toPage(rows, page, toMatch);
    },

    async setArchived(principal, conversationId, isArchived) {
      requireId(conversationId, 'conversation');
      const { numUpdatedRows } = await executor
        .updateTable('conversation')
        .set({ archived_at: isArchived ? sql<Date>`clock_timestamp()` : null })
        .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('conversation');
    },

    async setTitle(principal, conversationId, title) {
      requireId(conversationId, 'conversation');
      const { numUpdatedRows } = await executor
        .updateTable('conversation')
        .set({ title: storableText(title) })
        .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('conversation');
    },

    async remove(principal, conversationId) {
      requireId(conversationId, 'conversation');
      const { numDeletedRows } = await executor
        .deleteFrom('conversation')
        .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('conversation');
    },
  };
}

function toMatch({
  matched_text: text,
  workspace_name: workspaceName,
  ...row
}: Awaited<ReturnType<typeof searchConversations>>[number]): ConversationMatch {
  return { conversation: toConversation(row), workspaceName, text };
}

function toConversation(row: Selectable<ConversationTable>): Conversation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    contextType: row.context_type,
    title: row.title,
    clientId: row.client_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}
