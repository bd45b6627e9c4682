import type { Principal } from '@shipmate/core';
import type { Conversation, StoredMessage } from './conversation.ts';

/** A message to append. */
export interface NewMessage extends Pick<StoredMessage, 'id' | 'runId' | 'message'> {
  /** Default null: it replaces no message. */
  readonly replacesId?: string | null;
  /** The client's id for a question. Default: none. */
  readonly clientId?: string | null;
}

/** A conversation to create. */
interface NewConversation extends Pick<Conversation, 'id' | 'workspaceId' | 'contextType'> {
  /** The client's id for it. When the user already has a conversation with it, `create` throws `CONFLICT`. Default: none. */
  readonly clientId?: string | null | undefined;
}

/** A conversation that a search has found. */
export interface ConversationMatch {
  readonly conversation: Conversation;
  /** Text of the newest matching message; null if only the title matches. */
  readonly text: string | null;
}

/**
 * Store for conversations and their messages. **Contract.** A user reads their own conversations; any other
 * is `NOT_FOUND`.
 */
export interface ConversationStore {
  create(principal: Principal, conversation: NewConversation): Promise<Conversation>;
  /** @throws AppError `NOT_FOUND` when the caller has no conversation with this id or client's id. */
  get(principal: Principal, id: string): Promise<Conversation>;
  /** The caller's conversation with this id, else the one with this client's id. */
  find(principal: Principal, id: string): Promise<Conversation | undefined>;
  /** Locks a conversation until the transaction ends, so that questions in it are serialized. */
  lock(principal: Principal, conversationId: string): Promise<void>;
  /** Lists the caller's conversations of a workspace, the most recently active first. */
  listForWorkspace(principal: Principal, workspaceId: string): Promise<readonly Conversation[]>;
  /**
   * Searches them for conversations that contain each of the words in the title or in a message;
   * case-insensitive.
   */
  search(principal: Principal, workspaceId: string, words: readonly string[]): Promise<readonly ConversationMatch[]>;
  setTitle(principal: Principal, conversationId: string, title: string): Promise<void>;
  /** Deletes a conversation with its messages, its runs and their logs. */
  remove(principal: Principal, conversationId: string): Promise<void>;
  /** Appends messages in order, at the next positions. */
  appendMessages(principal: Principal, conversationId: string, messages: readonly NewMessage[]): Promise<void>;
  /** Excludes the messages from a position on from `search`, because an edited question replaced them. */
  hideFromSearch(principal: Principal, conversationId: string, fromPosition: number): Promise<void>;
  /** Lists messages by position. */
  listMessages(principal: Principal, conversationId: string): Promise<readonly StoredMessage[]>;
}
