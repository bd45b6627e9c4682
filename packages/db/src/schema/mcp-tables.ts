import type { ContextType } from '@shipmate/domain/conversation';
import type { McpToolDefinition, McpToolState } from '@shipmate/domain/mcp';
import type { ColumnType, Generated } from 'kysely';

export interface McpServerTable {
  id: string;
  organization_id: string;
  name: string;
  url: string | null;
  program: string | null;
  /** Encrypted for organization, server and URL. */
  sealed_token: string | null;
  context_types: ContextType[];
  created_by_user_id: string;
  created_at: Generated<Date>;
  checked_at: Date | null;
  problem: string | null;
}

export interface McpToolTable {
  server_id: string;
  name: string;
  state: McpToolState;
  pinned: ColumnType<McpToolDefinition | null, string | null>;
  listed: ColumnType<McpToolDefinition | null, string | null>;
  revision: number;
  decided_by_user_id: string | null;
  decided_at: Date | null;
}
