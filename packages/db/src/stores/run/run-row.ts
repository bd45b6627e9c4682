import type { Run } from '@shipmate/domain';
import type { Selectable } from 'kysely';
import type { RunTable } from '../../schema/run-tables.ts';

export function toRun(row: Selectable<RunTable>): Run {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    workspaceId: row.workspace_id,
    model: row.model,
    persona: row.persona,
    status: row.status,
    stopReason: row.stop_reason,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cacheReadTokens: row.cache_read_tokens,
      cacheWriteTokens: row.cache_write_tokens,
      reasoningTokens: row.reasoning_tokens,
    },
    errorCode: row.error_code,
    errorMessage: row.error_message,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
