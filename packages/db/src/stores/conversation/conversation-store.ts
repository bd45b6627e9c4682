import { AppError, textOf, toJsonText } from '@shipmate/core';
import type { Conversation, ConversationStore } from '@shipmate/domain/conversation';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
import { findNamedConversation, getOwnConversation } from './own-conversation.ts';
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

    async listForWorkspace(principal, workspaceId) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await executor
        .selectFrom('conversation')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), workspace_id: workspaceId }))
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toConversation);
    },

    async search(principal, workspaceId, words) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await searchConversations(executor, { ...ownedBy(principal), workspace_id: workspaceId }, words);
      return rows.map(({ matched_text, ...row }) => ({ conversation: toConversation(row), text: matched_text }));
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
  };
}

/** Creates the operations of {@link ConversationStore} on messages. */
function createMessageOperations(
  executor: Executor,
): Pick<ConversationStore, 'appendMessages' | 'hideFromSearch' | 'listMessages'> {
  return {
    async appendMessages(principal, conversationId, messages) {
      requireId(conversationId, 'conversation');
      await inTransaction(executor, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('conversation')
          .set({ updated_at: sql<Date>`clock_timestamp()` })
          .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw notFound('conversation');
        if (messages.length === 0) return;
        const { last } = await transaction
          .selectFrom('message')
          .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
          .where('conversation_id', '=', conversationId)
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('message')
          .values(
            messages.map(({ id, runId, message, replacesId = null, clientId = null }, index) => ({
              id,
              conversation_id: conversationId,
              run_id: runId,
              position: last + 1 + index,
              replaces_id: replacesId,
              client_id: storableText(clientId),
              message: toJsonText(message),
              search_text: storableText(textOf(message)),
            })),
          )
          .execute();
      });
    },

    async hideFromSearch(principal, conversationId, fromPosition) {
      await getOwnConversation(executor, principal, conversationId);
      await executor
        .updateTable('message')
        .set({ search_text: null })
        .where('conversation_id', '=', conversationId)
        .where('position', '>=', fromPosition)
        .execute();
    },

    async listMessages(principal, conversationId) {
      await getOwnConversation(executor, principal, conversationId);
      const rows = await executor
        .selectFrom('message')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        conversationId: row.conversation_id,
        runId: row.run_id,
        replacesId: row.replaces_id,
        clientId: row.client_id,
        position: row.position,
        message: row.message,
        createdAt: row.created_at,
      }));
    },
  };
}
