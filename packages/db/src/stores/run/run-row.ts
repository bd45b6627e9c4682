import type { Usage } from '@shipmate/core';
import { requireConversationRun, type ConversationRun, type Run } from '@shipmate/domain/run';
import type { Selectable } from 'kysely';
import type { RunStepTable, RunTable } from '../../schema/run-tables.ts';

export function toRun(row: Selectable<RunTable>): Run {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    kind: row.kind,
    conversationId: row.conversation_id,
    workspaceId: row.workspace_id,
    model: row.model,
    origin: row.origin,
    detached: row.detached,
    persona: row.persona,
    retryOf: row.retried_run_id === null ? null : { runId: row.retried_run_id, keptTurns: row.kept_turns },
    status: row.status,
    attempt: row.attempt,
    lastSequence: row.last_sequence,
    stopRequestedAt: row.stop_requested_at,
    stopRequestedByUserId: row.stop_requested_by_user_id,
    stopReason: row.stop_reason,
    usage: toUsage(row),
    costUsd: row.cost_usd,
    followUps: row.follow_ups,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

export function toConversationRun(row: Selectable<RunTable>): ConversationRun {
  return requireConversationRun(toRun(row));
}

/** The columns that count tokens. */
type UsageColumns = Pick<
  Selectable<RunStepTable>,
  'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens' | 'reasoning_tokens'
>;

export function toUsage(row: UsageColumns): Usage {
  return {
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
    reasoningTokens: row.reasoning_tokens,
  };
}

export function fromUsage(usage: Usage): UsageColumns {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
  };
}
