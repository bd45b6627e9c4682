import type { Message, Principal } from '@shipmate/core';
import type { ContextType, Conversation, StoredMessage } from './conversation.ts';

/** Conversations and their messages. **Contract.** A user sees their own conversations; any other is `NOT_FOUND`. */
export interface ConversationStore {
  create(
    principal: Principal,
    conversation: { readonly id: string; readonly workspaceId: string | null; readonly contextType: ContextType },
  ): Promise<Conversation>;
  get(principal: Principal, conversationId: string): Promise<Conversation>;
  find(principal: Principal, conversationId: string): Promise<Conversation | undefined>;
  /** The caller's conversations of a workspace, newest first. */
  listForWorkspace(principal: Principal, workspaceId: string): Promise<readonly Conversation[]>;
  setTitle(principal: Principal, conversationId: string, title: string): Promise<void>;
  /** Appends in order, at the next positions. */
  appendMessages(
    principal: Principal,
    conversationId: string,
    messages: readonly { readonly id: string; readonly runId: string | null; readonly message: Message }[],
  ): Promise<void>;
  /** By position. */
  listMessages(principal: Principal, conversationId: string): Promise<readonly StoredMessage[]>;
}
