import type { Principal } from '@shipmate/core';
import type { Conversation, StoredMessage } from './conversation.ts';

/** A message to append. */
export interface NewMessage extends Pick<StoredMessage, 'id' | 'runId' | 'message'> {
  /** Default: it takes the place of none. */
  readonly replacesId?: string | null;
  /** The client's id for a question. Default: none. */
  readonly clientId?: string | null;
}

/** A conversation to create. */
export interface NewConversation extends Pick<Conversation, 'id' | 'workspaceId' | 'contextType'> {
  /** The client's id for it. When the user already has a conversation with it, `create` throws `CONFLICT`. Default: none. */
  readonly clientId?: string | null | undefined;
}

/** A conversation that a search has found. */
export interface ConversationMatch {
  readonly conversation: Conversation;
  /** The text of the newest message that has the words; null when only the title has them. */
  readonly text: string | null;
}

/** Conversations and their messages. **Contract.** A user sees their own conversations; any other is `NOT_FOUND`. */
export interface ConversationStore {
  create(principal: Principal, conversation: NewConversation): Promise<Conversation>;
  /** @throws AppError `NOT_FOUND` when the caller has no conversation with this id or client's id. */
  get(principal: Principal, id: string): Promise<Conversation>;
  /** The caller's conversation with this id, else the one with this client's id. */
  find(principal: Principal, id: string): Promise<Conversation | undefined>;
  /** Has the transactions that ask something in a conversation follow one another: it is held until this one ends. */
  lock(principal: Principal, conversationId: string): Promise<void>;
  /** The caller's conversations of a workspace, the one that was last spoken in first. */
  listForWorkspace(principal: Principal, workspaceId: string): Promise<readonly Conversation[]>;
  /** Those of them in whose title, or in one of whose messages, each of the words is; letter case does not matter. */
  search(principal: Principal, workspaceId: string, words: readonly string[]): Promise<readonly ConversationMatch[]>;
  setTitle(principal: Principal, conversationId: string, title: string): Promise<void>;
  /** Deletes a conversation with its messages, its runs and their logs. */
  remove(principal: Principal, conversationId: string): Promise<void>;
  /** Appends in order, at the next positions. */
  appendMessages(principal: Principal, conversationId: string, messages: readonly NewMessage[]): Promise<void>;
  /** What was said from a position on is not found by `search` any more, because it counts no more. */
  hideFromSearch(principal: Principal, conversationId: string, fromPosition: number): Promise<void>;
  /** By position. */
  listMessages(principal: Principal, conversationId: string): Promise<readonly StoredMessage[]>;
}
