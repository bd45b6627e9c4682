import { textOf, toJsonText } from '@shipmate/core';
import type { ConversationStore } from '@shipmate/domain/conversation';
import { sql } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { getOwnConversation } from './own-conversation.ts';

/** Creates the operations of {@link ConversationStore} on messages. */
export function createMessageOperations(
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
