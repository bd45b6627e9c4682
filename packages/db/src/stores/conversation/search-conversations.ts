import type { PageRequest } from '@shipmate/domain';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { ConversationTable } from '../../schema/conversation-tables.ts';
import { afterCursor, timeCursor } from '../page/time-page.ts';
import { storableText } from '../storable-text.ts';

interface ConversationSearch {
  /** Conversations of every workspace and of none without a `workspace_id`. */
  readonly of: { readonly organization_id: string; readonly user_id: string; readonly workspace_id?: string };
  /** Archived and other conversations when absent. */
  readonly isArchived?: boolean;
  /** Every conversation matches no words. */
  readonly words: readonly string[];
  readonly page: PageRequest;
}

/**
 * Returns a user's conversations that have all the words in their title or in one message, the most
 * recently active first; one more than the page has.
 */
export async function searchConversations(
  executor: Executor,
  { of, words, page, isArchived }: ConversationSearch,
): Promise<
  readonly (Selectable<ConversationTable> & {
    readonly workspace_name: string | null;
    readonly matched_text: string | null;
    readonly cursor: string;
  })[]
> {
  const patterns = words.map((word) => `%${storableText(word).replaceAll(/[\\%_]/g, '\\$&')}%`);
  return executor
    .selectFrom('conversation')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message')
          .select('message.search_text as matched_text')
          .whereRef('message.conversation_id', '=', 'conversation.id')
          .where(words.length === 0 ? sql<boolean>`false` : sql<boolean>`message.search_text is not null`)
          .where((messages) =>
            messages.and(patterns.map((pattern) => messages('message.search_text', 'ilike', pattern))),
          )
          .orderBy('message.position', 'desc')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .leftJoin('workspace', 'workspace.id', 'conversation.workspace_id')
    .selectAll('conversation')
    .select('workspace.name as workspace_name')
    .select('found.matched_text')
    .select(timeCursor('conversation.updated_at', 'conversation.id').as('cursor'))
    .where((eb) =>
      eb.and([
        eb('conversation.organization_id', '=', of.organization_id),
        eb('conversation.user_id', '=', of.user_id),
        ...(of.workspace_id === undefined ? [] : [eb('conversation.workspace_id', '=', of.workspace_id)]),
        ...(isArchived === undefined ? [] : [eb('conversation.archived_at', isArchived ? 'is not' : 'is', null)]),
        eb.or([
          eb('found.matched_text', 'is not', null),
          eb.and(patterns.map((pattern) => eb('conversation.title', 'ilike', pattern))),
        ]),
      ]),
    )
    .where(afterCursor('conversation.updated_at', 'conversation.id', page.before))
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}
