import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { storableText } from '../storable-text.ts';

const maxMatches = 50;

/**
 * Returns a user's conversations in a workspace that have all the words in their title or in one message, the most
 * recently active first.
 */
export async function searchConversations(
  executor: Executor,
  of: { readonly organization_id: string; readonly user_id: string; readonly workspace_id: string },
  words: readonly string[],
): Promise<readonly (Selectable<ConversationTable> & { readonly matched_text: string | null })[]> {
  const patterns = words.map((word) => `%${storableText(word).replaceAll(/[\\%_]/g, '\\$&')}%`);
  return executor
    .selectFrom('conversation')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message')
          .select('message.search_text as matched_text')
          .whereRef('message.conversation_id', '=', 'conversation.id')
          .where('message.search_text', 'is not', null)
          .where((messages) =>
            messages.and(patterns.map((pattern) => messages('message.search_text', 'ilike', pattern))),
          )
          .orderBy('message.position', 'desc')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('conversation')
    .select('found.matched_text')
    .where((eb) =>
      eb.and([
        eb('conversation.organization_id', '=', of.organization_id),
        eb('conversation.user_id', '=', of.user_id),
        eb('conversation.workspace_id', '=', of.workspace_id),
        eb.or([
          eb('found.matched_text', 'is not', null),
          eb.and(patterns.map((pattern) => eb('conversation.title', 'ilike', pattern))),
        ]),
      ]),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(maxMatches)
    .execute();
}
