import type { RunReads, RunStore } from '@shipmate/domain/run';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { notify } from '../../notify/notify.ts';
import { inOrganization, ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { getOwnConversation } from '../conversation/own-conversation.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
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
export function createRunStore(executor: Executor): RunStore {
  return {
    ...createRunReads(executor),
    ...createRunLeases(executor),
    ...createRunEventOperations(executor),
    ...createRunStepOperations(executor),
    ...createToolCallOperations(executor),
    ...createRunReaderOperations(executor),
    keepTurns: (runId, retry) => keepTurns(executor, runId, retry),
  };
}

function createRunReads(executor: Executor): RunReads {
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
      return inTransaction(executor, async (transaction) => {
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
        if (!lease) await notify(transaction, 'queued');
        return toConversationRun(row);
      });
    },

    async createStandalone(principal, { id, kind, model }) {
      return inTransaction(executor, async (transaction) => {
        const owner = { ...inOrganization(principal), user_id: principal.userId };
        const row = await transaction
          .insertInto('run')
          .values({ ...owner, id, kind, model: storableText(model), origin: 'job', status: 'queued' })
          .returningAll()
          .executeTakeFirstOrThrow();
        await notify(transaction, 'queued');
        return toRun(row);
      });
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
      return inTransaction(executor, async (transaction) => {
        const row = await transaction
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
        if (!row) return createRunReads(transaction).get(principal, runId);
        await notify(transaction, `stop ${runId}`);
        return toRun(row);
      });
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
