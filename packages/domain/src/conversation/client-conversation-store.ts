import type { Principal } from '@shipmate/core';
import type { ClientContext } from './client-context.ts';
import type { ContextType } from './conversation.ts';

/** A client's reference to a conversation. */
export interface ClientConversation {
  /** Id for the conversation if the client has not opened it before. */
  readonly conversationId: string;
  /** The client's id; null creates a new conversation each time. */
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  readonly contextType: ContextType;
  readonly context: ClientContext | null;
}

/**
 * Store for the conversations of clients that have their own ids for them. **Contract.** Each user has their
 * own, whatever ids others use.
 */
export interface ClientConversationStore {
  /**
   * Returns the id of the caller's conversation in this installation, and replaces the stored context. The
   * same client id in another workspace or context type is another conversation.
   *
   * **Contract.** Call it within a transaction that creates the conversation if it is new; transactions that
   * open the same one are serialized.
   *
   * @throws AppError `NOT_FOUND` if the workspace belongs to another organization.
   */
  open(principal: Principal, conversation: ClientConversation): Promise<string>;
  /** Returns the client's latest context; null without one, and for a conversation that no client opened. */
  findContext(principal: Principal, conversationId: string): Promise<ClientContext | null>;
}
