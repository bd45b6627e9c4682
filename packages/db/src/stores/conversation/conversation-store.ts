import { AppError, textOf, toJsonText } from '@shipmate/core';
import type { Conversation, ConversationMatch, ConversationStore, NewMessage } from '@shipmate/domain/conversation';
import { type Insertable, type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { ConversationTable, MessageTable } from '../../schema/conversation-tables.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { toPage } from '../page/time-page.ts';
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

/** Creates the operations of {@link ConversationStore} on messages. */
function createMessageOperations(
  executor: Executor,
): Pick<ConversationStore, 'appendMessages' | 'hideFromSearch' | 'listMessages' | 'listReplacements'> {
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
        for (const rows of inStatements(toRows(conversationId, last + 1, messages))) {
          await transaction.insertInto('message').values(rows).execute();
        }
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

    async listReplacements(principal, conversationId) {
      await getOwnConversation(executor, principal, conversationId);
      return executor
        .selectFrom('message')
        .innerJoin('message as replaced', 'replaced.id', 'message.replaces_id')
        .select(['message.position', 'replaced.position as replacedPosition'])
        .where('message.conversation_id', '=', conversationId)
        .orderBy('message.position')
        .execute();
    },

    async listMessages(principal, conversationId, part) {
      await getOwnConversation(executor, principal, conversationId);
      const rows = await executor
        .selectFrom('message')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .$if(part?.before !== undefined, (query) => query.where('position', '<', part?.before ?? 0))
        .$if(part !== undefined, (query) => query.limit(part?.limit ?? 0))
        .orderBy('position', 'desc')
        .execute();
      return rows.toReversed().map((row) => ({
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

function* toRows(
  conversationId: string,
  position: number,
  messages: readonly NewMessage[],
): Generator<Insertable<MessageTable>> {
  for (const [index, { id, runId, message, replacesId = null, clientId = null }] of messages.entries()) {
    yield {
      id,
      conversation_id: conversationId,
      run_id: runId,
      position: position + index,
      replaces_id: replacesId,
      client_id: storableText(clientId),
      message: toJsonText(message),
      search_text: storableText(textOf(message)),
    };
  }
}

/** Length of the messages from which on a statement takes no further one, in characters. */
const statementLength = 200_000;

/** Groups rows into statements, so that long messages do not hold the event loop for long. */
function* inStatements(rows: Iterable<Insertable<MessageTable>>): Generator<Insertable<MessageTable>[]> {
  let group: Insertable<MessageTable>[] = [];
  let length = 0;
  for (const row of rows) {
    group.push(row);
    length += row.message.length;
    if (length < statementLength) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}
