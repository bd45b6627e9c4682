import type { Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { Selectable } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { ownedBy } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

/** Returns the row of one of the principal's own conversations. */
async function findOwnConversation(
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

/** Returns the row of one of the principal's own conversations. @throws AppError `NOT_FOUND` */
export async function getOwnConversation(
  executor: Executor,
  principal: Principal,
  conversationId: string,
): Promise<Selectable<ConversationTable>> {
  return found(await findOwnConversation(executor, principal, conversationId), 'conversation');
}

/** Returns the principal's own conversation with this id, else the one with this client id. One query for either id. */
export async function findNamedConversation(
  executor: Executor,
  principal: Principal,
  id: string,
): Promise<Selectable<ConversationTable> | undefined> {
  const rows = await executor
    .selectFrom('conversation')
    .selectAll()
    .where((eb) => eb.and(ownedBy(principal)))
    .where((eb) => eb.or([eb('client_id', '=', storableText(id)), ...(isId(id) ? [eb('id', '=', id)] : [])]))
    .execute();
  return rows.find((row) => row.id === id.toLowerCase()) ?? rows[0];
}
