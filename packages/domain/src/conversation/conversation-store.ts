import type { Principal } from '@shipmate/core';
import type { Page, PageRequest } from '../page/page.ts';
import type { Conversation, StoredMessage } from './conversation.ts';
import type { Replacement } from './replaced-range.ts';

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
  /** Null for a conversation without a workspace. */
  readonly workspaceName: string | null;
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
  /** Lists the caller's conversations of a workspace, the most recently active first; 50 unless a limit is given. */
  listForWorkspace(
    principal: Principal,
    workspaceId: string,
    page?: { readonly limit: number },
  ): Promise<readonly Conversation[]>;
  /**
   * Searches them for conversations that contain each of the words in the title or in a message;
   * case-insensitive, the most recently active first. Without words: all of them.
   *
   * @throws AppError `VALIDATION_ERROR` for an invalid `before`
   */
  search(
    principal: Principal,
    workspaceId: string,
    search: PageRequest & { readonly words: readonly string[] },
  ): Promise<Page<ConversationMatch>>;
  /**
   * Searches the caller's conversations of all kinds like {@link search}: the archived ones, or the others.
   *
   * @throws AppError `VALIDATION_ERROR` for an invalid `before`
   */
  searchAll(
    principal: Principal,
    search: PageRequest & { readonly words: readonly string[]; readonly isArchived: boolean },
  ): Promise<Page<ConversationMatch>>;
  /** Archives a conversation, or restores it. */
  setArchived(principal: Principal, conversationId: string, isArchived: boolean): Promise<void>;
  setTitle(principal: Principal, conversationId: string, title: string): Promise<void>;
  /** Deletes a conversation with its messages, its runs and their logs. */
  remove(principal: Principal, conversationId: string): Promise<void>;
  /** Appends messages in order, at the next positions. */
  appendMessages(principal: Principal, conversationId: string, messages: readonly NewMessage[]): Promise<void>;
  /** Excludes the messages from a position on from `search`, because an edited question replaced them. */
  hideFromSearch(principal: Principal, conversationId: string, fromPosition: number): Promise<void>;
  /** Lists messages by position: all, or the last ones before a position. */
  listMessages(
    principal: Principal,
    conversationId: string,
    part?: { readonly before: number | undefined; readonly limit: number },
  ): Promise<readonly StoredMessage[]>;
  /** Lists the questions that replaced another, by position. */
  listReplacements(principal: Principal, conversationId: string): Promise<readonly Replacement[]>;
}
