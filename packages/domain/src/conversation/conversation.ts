import type { Message } from '@shipmate/core';

/**
 * The subject of a conversation; it selects the agent profile. In a `plain` one the agent only answers in
 * text.
 */
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
  /** Null unless its user archived it. */
  readonly archivedAt: Date | null;
}

/** A message of a conversation: a person's, or the projection of a run's output. */
export interface StoredMessage {
  readonly id: string;
  readonly conversationId: string;
  /**
   * The run that the message belongs to: the run that answered with it, or the one that was started for it.
   */
  readonly runId: string | null;
  /** For an edited question: the message that it replaces. Messages from that one on no longer count. */
  readonly replacesId: string | null;
  /** The client's id for a question. */
  readonly clientId: string | null;
  readonly position: number;
  readonly message: Message;
  readonly createdAt: Date;
}
