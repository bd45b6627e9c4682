import type { Principal } from '@shipmate/core';
import type { ConversationRun } from '../run/run.ts';
import type { Conversation, StoredMessage } from '../conversation/conversation.ts';
import { type Exchange, toExchanges } from '../conversation/exchange.ts';
import { toIsReplaced } from '../conversation/replaced-range.ts';
import type { PageRequest } from '../page/page.ts';
import type { Stores } from '../persistence/stores.ts';

/** The newest questions and answers of a conversation, or those before a place. */
export interface ExchangePage {
  readonly conversation: Conversation;
  /** All of the conversation, oldest first. */
  readonly runs: readonly ConversationRun[];
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
  /** Where the page of older ones begins; null if this page has the first question. */
  readonly next: string | null;
}

/** Messages of one read. An answer has as many as its turns and tool calls, so a page may take several reads. */
const messagesPerRead = 200;

/** Reads a page of a conversation; `limit` counts questions with their answers. */
export async function readExchangePage(
  { conversations, runs: runStore }: Pick<Stores, 'conversations' | 'runs'>,
  principal: Principal,
  { conversationId, before, limit }: PageRequest & { readonly conversationId: string },
): Promise<ExchangePage> {
  // In this order an answer that ends between the reads appears in the messages, as active, or as both; it is never
  // lost.
  const conversation = await conversations.get(principal, conversationId);
  const runs = await runStore.listForConversation(principal, conversation.id);
  const isReplaced = toIsReplaced(await conversations.listReplacements(principal, conversation.id));
  const stands = ({ message, position }: StoredMessage): boolean => message.role === 'user' && !isReplaced(position);

  let messages: readonly StoredMessage[] = [];
  let place = before === undefined ? undefined : Number(before);
  for (;;) {
    const older = await conversations.listMessages(principal, conversation.id, {
      before: place,
      limit: messagesPerRead,
    });
    messages = [...older, ...messages];
    place = older[0]?.position;
    if (older.length < messagesPerRead || messages.filter(stands).length > limit) break;
  }
  const standing = toExchanges(runs, messages).filter(({ question }) => stands(question));
  const exchanges = standing.slice(-limit);
  const isLast = standing.length === exchanges.length;
  return { conversation, runs, exchanges, next: isLast ? null : String(exchanges[0]?.question.position) };
}
