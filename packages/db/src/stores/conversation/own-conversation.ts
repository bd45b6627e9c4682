import type { Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { Selectable } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { ownedBy } from '../../tenancy/tenancy.ts';

/** The row of one of the principal's own conversations. */
export async function findOwnConversation(
  executor: Executor,
  principal: Principal,
  conversationId: string,
): Promise<Selectable<ConversationTable> | undefined> {
  if (!isId(conversationId)) return undefined;
  return executor
    .selectFrom('conversation')
    .selectAll()
    .where((eb) => eb.and({ ...ownedBy(principal), id: conversationId }))
    .executeTakeFirst();
}

/** The same, or `NOT_FOUND`. */
export async function getOwnConversation(
  executor: Executor,
  principal: Principal,
  conversationId: string,
): Promise<Selectable<ConversationTable>> {
  return found(await findOwnConversation(executor, principal, conversationId), 'conversation');
}
