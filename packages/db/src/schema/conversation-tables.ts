import type { Message } from '@shipmate/core';
import type { ClientContext, ContextType } from '@shipmate/domain/conversation';
import type { ColumnType, Generated } from 'kysely';

export interface ConversationTable {
  id: string;
  organization_id: string;
  user_id: string;
  workspace_id: string | null;
  context_type: ContextType;
  title: string | null;
  /** Unique per user. */
  client_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}

export interface ClientConversationTable {
  conversation_id: string;
  organization_id: string;
  user_id: string;
  context_type: ContextType;
  workspace_id: string | null;
  /** Unique per user, kind of work and workspace. */
  client_id: string | null;
  /** `json`, not `jsonb`: it keeps the order of keys. */
  context: ColumnType<ClientContext | null, string | null, string | null>;
}

export interface MessageTable {
  id: string;
  conversation_id: string;
  run_id: string | null;
  replaces_id: string | null;
  client_id: string | null;
  position: number;
  /** `json`, not `jsonb`: it keeps the order of keys, NUL and lone surrogates. Null if the turns of the run contain it. */
  message: ColumnType<Message | null, string | null, never>;
  /**
   * The text that a search reads; null once the message is superseded. SQL cannot read `message` itself: a NUL in it is
   * an error there.
   */
  search_text: string | null;
  /**
   * Ids of the messages of the run right before this one that have no row, because the turns of the run contain them and no search
   * finds them.
   */
  earlier_ids: ColumnType<readonly string[] | null, readonly string[] | null, never>;
  /** Index of the first of these messages, this one included, among the messages of the turns. */
  turns_from: number | null;
  created_at: Generated<Date>;
}
