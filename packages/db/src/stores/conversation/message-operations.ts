import { isDeepStrictEqual } from 'node:util';
import { textOf, toJsonText, type Message } from '@shipmate/core';
import type { ConversationStore, NewMessage, StoredMessage } from '@shipmate/domain/conversation';
import { type Insertable, type Selectable, sql } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { MessageTable } from '../../schema/conversation-tables.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { readTurns } from '../read-turns.ts';
import { storableText } from '../storable-text.ts';
import { getOwnConversation } from './own-conversation.ts';

/** Messages of runs in their turns, by the id of the run. */
type TurnMessages = ReadonlyMap<string, readonly Message[]>;

/** Creates the operations of {@link ConversationStore} on messages. */
export function createMessageOperations(
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
        const turnMessages = await readTurnMessages(
          transaction,
          messages.map((message) => (isAnswer(message) ? message.runId : null)),
        );
        const rows = toRows(messages, turnMessages, { conversationId, position: last + 1 });
        for (const group of inStatements(rows)) await transaction.insertInto('message').values(group).execute();
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
      const { before = Infinity, limit = Infinity } = part ?? {};
      await getOwnConversation(executor, principal, conversationId);
      const rows = await readRows(executor, conversationId, { before, limit });
      const turnMessages = await readTurnMessages(
        executor,
        rows.map(({ run_id, turns_from }) => (turns_from === null ? null : run_id)),
      );
      const messages = rows.toReversed().flatMap((row) => toMessages(row, turnMessages));
      const older = messages.filter(({ position }) => position < before);
      return limit < older.length ? older.slice(older.length - limit) : older;
    },
  };
}

/** Reads the rows of the last messages before a position, newest first. The first one may stand for later messages, too. */
async function readRows(
  executor: Executor,
  conversationId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly Selectable<MessageTable>[]> {
  const rows = await executor
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .$if(before !== Infinity, (query) =>
      query.where('position', '<=', (eb) =>
        eb.fn.coalesce(
          eb
            .selectFrom('message as later')
            .select('later.position')
            .where('later.conversation_id', '=', conversationId)
            .where('later.position', '>=', before)
            .orderBy('later.position')
            .limit(1),
          eb.val(before),
        ),
      ),
    )
    .$if(limit !== Infinity, (query) => query.limit(limit + 1))
    .orderBy('position', 'desc')
    .execute();
  let count = 0;
  const end = rows.findIndex(({ position, earlier_ids: ids }) => {
    // Of a row at or after the position, only the messages before it count.
    count += Math.min(before, position + 1) - Math.min(before, position - (ids?.length ?? 0));
    return count >= limit;
  });
  return end === -1 ? rows : rows.slice(0, end + 1);
}

/** Reads the messages that the turns of runs contain. Null stands for no run. */
async function readTurnMessages(executor: Executor, ids: readonly (string | null)[]): Promise<TurnMessages> {
  const runIds = [...new Set(ids.flatMap((id) => id ?? []))];
  const messages = new Map<string, Message[]>(runIds.map((id) => [id, []]));
  if (runIds.length === 0) return messages;
  for (const turn of await readTurns(executor, runIds)) messages.get(turn.run_id)?.push(...turn.messages);
  return messages;
}

function toMessages(row: Selectable<MessageTable>, turnMessages: TurnMessages): StoredMessage[] {
  const { id, position, run_id: runId, turns_from: from, earlier_ids: earlier } = row;
  const others = {
    conversationId: row.conversation_id,
    runId,
    replacesId: row.replaces_id,
    clientId: row.client_id,
    createdAt: row.created_at,
  };
  const ids = [...(earlier ?? []), id];
  const kept = turnMessages.get(runId ?? '') ?? [];
  return ids.flatMap((ownId, index) => {
    const message = ownId === id && row.message !== null ? row.message : kept[(from ?? 0) + index];
    return message ? { ...others, id: ownId, position: position - ids.length + 1 + index, message } : [];
  });
}

/** True for a message of a run that its turns may contain. */
function isAnswer({ runId, message }: NewMessage): boolean {
  return runId !== null && message.role !== 'user';
}

/**
 * Yields the rows of messages. A message that the turns of its run contain is not stored again; without a text, which a search finds, it
 * gets no row: that of the next message of the run stands for it.
 */
function* toRows(
  messages: readonly NewMessage[],
  turnMessages: TurnMessages,
  { conversationId, position }: { readonly conversationId: string; readonly position: number },
): Generator<Insertable<MessageTable>> {
  const counts = new Map<string | null, number>();
  let earlier: string[] = [];
  for (const [index, added] of messages.entries()) {
    const { id, runId, message } = added;
    const count = counts.get(runId) ?? 0;
    const isOfRun = isAnswer(added);
    if (isOfRun) counts.set(runId, count + 1);
    const isKept = isOfRun && isSame(message, turnMessages.get(runId ?? '')?.[count]);
    if (isKept && textOf(message) === '' && isAnswerOf(runId, messages[index + 1])) {
      earlier.push(id);
      continue;
    }
    yield {
      ...toRow(added),
      conversation_id: conversationId,
      position: position + index,
      message: isKept ? null : toJsonText(message),
      ...(earlier.length > 0 && { earlier_ids: earlier }),
      ...((isKept || earlier.length > 0) && { turns_from: count - earlier.length }),
    };
    earlier = [];
  }
}

function toRow({ id, runId, message, replacesId = null, clientId = null }: NewMessage) {
  return {
    id,
    run_id: runId,
    replaces_id: replacesId,
    client_id: storableText(clientId),
    search_text: storableText(textOf(message)),
  };
}

function isAnswerOf(runId: string | null, message: NewMessage | undefined): boolean {
  return message?.runId === runId && isAnswer(message);
}

/** Results are long but flat, and compared as they are. An input is written as JSON: a model may nest it too deeply to be compared. */
function isSame(message: Message, kept: Message | undefined): boolean {
  if (message.role === 'tool') return isDeepStrictEqual(message, kept);
  return kept !== undefined && toJsonText(message) === toJsonText(kept);
}

/** Length of the messages from which on a statement takes no further one, in characters. */
const statementLength = 200_000;

/** Groups rows into statements, so that long messages do not hold the event loop for long. */
function* inStatements(rows: Iterable<Insertable<MessageTable>>): Generator<Insertable<MessageTable>[]> {
  let group: Insertable<MessageTable>[] = [];
  let length = 0;
  for (const row of rows) {
    group.push(row);
    length += row.message?.length ?? 0;
    if (length < statementLength) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}
