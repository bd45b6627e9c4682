import { toJsonText } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { ClientConversationStore } from '@shipmate/domain/conversation';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';

/** Creates a {@link ClientConversationStore} on SQL. */
export function createClientConversationStore(executor: Executor): ClientConversationStore {
  return {
    async open(principal, { conversationId, clientId, workspaceId, contextType, context }) {
      requireId(conversationId, 'conversation');
      if (workspaceId !== null) await requireWorkspace(executor, principal, workspaceId);
      const name = {
        ...inOrganization(principal),
        user_id: principal.userId,
        context_type: contextType,
        client_id: storableText(clientId),
      };
      const said = { context: context === null ? null : toJsonText(context) };
      // Waits for a concurrent transaction with the same name, whose row is then found.
      const inserted = await executor
        .insertInto('client_conversation')
        .values({ ...name, ...said, workspace_id: workspaceId, conversation_id: conversationId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('conversation_id')
        .executeTakeFirst();
      if (inserted) return inserted.conversation_id;
      const known = await executor
        .updateTable('client_conversation')
        .set(said)
        .where((eb) => eb.and(name))
        .where('workspace_id', 'is not distinct from', workspaceId)
        .returning('conversation_id')
        .executeTakeFirst();
      return found(known, 'conversation').conversation_id;
    },

    async findContext(principal, conversationId) {
      if (!isId(conversationId)) return null;
      const row = await executor
        .selectFrom('client_conversation')
        .select('context')
        .where((eb) => eb.and({ ...ownedBy(principal), conversation_id: conversationId }))
        .executeTakeFirst();
      return row?.context ?? null;
    },
  };
}
