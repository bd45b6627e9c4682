import type { Message } from '@shipmate/core';

/** What kind of work a conversation is about; it selects the agent profile. In a `plain` one the agent only speaks. */
export const contextTypes = ['chart', 'cluster', 'workflow', 'tables', 'repository', 'diagram', 'plain'] as const;
export type ContextType = (typeof contextTypes)[number];

/** A conversation of one user with an agent. */
export interface Conversation {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly contextType: ContextType;
  readonly title: string | null;
  /** The client's id for it, unique for its user. */
  readonly clientId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One message of a conversation: what a person said, or the projection of what a run said. */
export interface StoredMessage {
  readonly id: string;
  readonly conversationId: string;
  /** The run that answered with it, or that it asked for. */
  readonly runId: string | null;
  /** For a question that was edited: the one that it takes the place of. What was said from there on counts no more. */
  readonly replacesId: string | null;
  /** The client's id for a question. */
  readonly clientId: string | null;
  readonly position: number;
  readonly message: Message;
  readonly createdAt: Date;
}
