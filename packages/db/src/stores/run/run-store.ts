import { AppError } from '@shipmate/core';
import type { RunStore } from '@shipmate/domain';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { getOwnConversation } from '../conversation/own-conversation.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
import { createRunEventOperations } from './run-event-operations.ts';
import { toRun } from './run-row.ts';

/** {@link RunStore} on SQL. */
export function createRunStore(executor: Executor): RunStore {
  return {
    ...createRunEventOperations(executor),

    async create(principal, { id, conversationId, workspaceId, model, status, persona }) {
      await getOwnConversation(executor, principal, conversationId);
      if (workspaceId !== null) await requireWorkspace(executor, principal, workspaceId);
      const row = await executor
        .insertInto('run')
        .values({
          ...inOrganization(principal),
          id,
          user_id: principal.userId,
          conversation_id: conversationId,
          workspace_id: workspaceId,
          model,
          status,
          ...(persona === undefined ? {} : { persona }),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRun(row);
    },

    async get(principal, runId) {
      requireId(runId, 'run');
      const only = principal.scope?.runId;
      if (only !== undefined && only !== runId) throw notFound('run');
      const row = await executor
        .selectFrom('run')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), id: runId }))
        .executeTakeFirst();
      return toRun(found(row, 'run'));
    },

    async listForConversation(principal, conversationId) {
      await getOwnConversation(executor, principal, conversationId);
      const rows = await executor
        .selectFrom('run')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toRun);
    },

    async findActive(principal, conversationId) {
      await getOwnConversation(executor, principal, conversationId);
      const row = await executor
        .selectFrom('run')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row && toRun(row);
    },

    async end(runId, { status, stopReason, usage, errorCode, errorMessage }) {
      requireId(runId, 'run');
      const { numUpdatedRows } = await executor
        .updateTable('run')
        .set({
          status,
          stop_reason: stopReason,
          input_tokens: usage.inputTokens,
          output_tokens: usage.outputTokens,
          cache_read_tokens: usage.cacheReadTokens,
          cache_write_tokens: usage.cacheWriteTokens,
          reasoning_tokens: usage.reasoningTokens,
          error_code: errorCode,
          error_message: storableText(errorMessage),
          ended_at: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', runId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      const run = await executor.selectFrom('run').select('status').where('id', '=', runId).executeTakeFirst();
      const { status: ended } = found(run, 'run');
      throw new AppError({ code: 'CONFLICT', message: `The run has ended already: ${ended}.` });
    },

    async listUnfinished() {
      const rows = await executor
        .selectFrom('run')
        .selectAll()
        .where('status', '=', 'running')
        .where('ended_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toRun);
    },
  };
}
