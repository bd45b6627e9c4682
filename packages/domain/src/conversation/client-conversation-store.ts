import type { Principal } from '@shipmate/core';
import type { ClientContext } from './client-context.ts';
import type { ContextType } from './conversation.ts';

/** A conversation as a client asks for it. */
export interface ClientConversation {
  /** What the conversation is to be called here when the client has not named it before. */
  readonly conversationId: string;
  /** What the client calls it; null for one that is always another. */
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  readonly contextType: ContextType;
  readonly context: ClientContext | null;
}

/** The conversations of clients that have ids of their own for them. **Contract.** A user has their own, whatever others call theirs. */
export interface ClientConversationStore {
  /**
   * Returns the id under which the caller's conversation is kept here, and keeps the context in place of an earlier one. What a
   * client calls by one id is another conversation in another workspace or for another kind of work.
   *
   * **Contract.** Within a transaction that makes the conversation if it is new; transactions that open the same one follow
   * one another.
   *
   * @throws AppError `NOT_FOUND` when the workspace is another's.
   */
  open(principal: Principal, conversation: ClientConversation): Promise<string>;
  /** What the client said last; null for nothing, and for a conversation that no client opened. */
  findContext(principal: Principal, conversationId: string): Promise<ClientContext | null>;
}
