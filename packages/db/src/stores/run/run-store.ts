import type { RunReads, RunStore } from '@shipmate/domain/run';
import { sql } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { getOwnConversation } from '../conversation/own-conversation.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
import { getRun } from './get-run.ts';
import { createRunEventOperations } from './run-event-operations.ts';
import { createRunLeases } from './run-leases.ts';
import { keepTurns } from './keep-turns.ts';
import { listRuns } from './run-list.ts';
import { leaseFor } from './run-lease-columns.ts';
import { createRunReaderOperations } from './run-reader-operations.ts';
import { toConversationRun, toRun } from './run-row.ts';
import { createRunStepOperations } from './run-step-operations.ts';
import { createToolCallOperations } from './tool-call-operations.ts';

/** Creates a {@link RunStore} on SQL. */
export function createRunStore(executor: Executor, announce: Announce): RunStore {
  return {
    ...createRunReads(executor, announce),
    ...createRunLeases(executor, announce),
    ...createRunEventOperations(executor, announce),
    ...createRunStepOperations(executor),
    ...createToolCallOperations(executor),
    ...createRunReaderOperations(executor),
    keepTurns: (runId, retry) => keepTurns(executor, runId, retry),
  };
}

function createRunReads(executor: Executor, announce: Announce): RunReads {
  return {
    async create(principal, { lease, retryOf, ...run }) {
      const {
        id,
        kind = 'answer',
        conversationId,
        workspaceId,
        model,
        origin = 'chat',
        detached = true,
        persona,
      } = run;
      const created = await inTransaction(executor, async (transaction) => {
        await getOwnConversation(transaction, principal, conversationId);
        if (workspaceId !== null) await requireWorkspace(transaction, principal, workspaceId);
        const row = await transaction
          .insertInto('run')
          .values({
            ...inOrganization(principal),
            id,
            kind,
            user_id: principal.userId,
            conversation_id: conversationId,
            workspace_id: workspaceId,
            model,
            origin,
            detached,
            ...(persona === undefined ? {} : { persona }),
            ...(retryOf && { retried_run_id: retryOf.runId, kept_turns: retryOf.keptTurns }),
            ...(lease ? { ...leaseFor(lease), attempt: 1 } : { status: 'queued' as const }),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toConversationRun(row);
      });
      if (!lease) announce('queued');
      return created;
    },

    async createStandalone(principal, { id, kind, model }) {
      const owner = { ...inOrganization(principal), user_id: principal.userId };
      const row = await executor
        .insertInto('run')
        .values({ ...owner, id, kind, model: storableText(model), origin: 'job', status: 'queued' })
        .returningAll()
        .executeTakeFirstOrThrow();
      announce('queued');
      return toRun(row);
    },

    get: (principal, runId) => getRun(executor, principal, runId),
    list: (principal, query) => listRuns(executor, principal, query),

    async listForConversation(principal, conversationId) {
      await getOwnConversation(executor, principal, conversationId);
      const rows = await executor
        .selectFrom('run')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toConversationRun);
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
      return row && toConversationRun(row);
    },

    async requestStop(principal, runId) {
      requireId(runId, 'run');
      const row = await executor
        .updateTable('run')
        .set((eb) => ({
          stop_requested_at: eb.fn.coalesce('stop_requested_at', sql<Date>`clock_timestamp()`),
          stop_requested_by_user_id: eb.fn.coalesce(
            'stop_requested_by_user_id',
            sql<string>`${principal.userId}::uuid`,
          ),
        }))
        .where((eb) => eb.and({ ...ownedBy(principal), id: runId }))
        .where('ended_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return getRun(executor, principal, runId);
      announce(`stop ${runId}`);
      return toRun(row);
    },

    async keepFollowUps(principal, runId, followUps) {
      requireId(runId, 'run');
      const { numUpdatedRows } = await executor
        .updateTable('run')
        .set({ follow_ups: JSON.stringify(followUps.map(storableText)) })
        .where((eb) => eb.and({ ...ownedBy(principal), id: runId }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('run');
    },
  };
}
